//! The protocol: which tools there are, and one call from its arguments to its result.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::header;
use axum::http::request::Parts;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, Implementation, ListPromptsResult, ListResourceTemplatesResult,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};
use serde_json::json;
use tokio::sync::mpsc;

use crate::desk::{Caller, Desk, Given};
use crate::fault::CallFault;
use crate::person::{Behind, Nobody};
use crate::prompts;
use crate::resources::{self, Readable};
use crate::scope::{Admitted, CallScope};
use crate::tools::ToolName;
use crate::under_way::{Came, UnderWay, Way};

/// Calls that wait for a person's answer, by the word that a client repeats.
type Waiting = Arc<Mutex<HashMap<String, UnderWay>>>;

/// The protocol's side of a desk. Its copies share what waits.
#[derive(Clone)]
pub(crate) struct Server {
    desk: Arc<dyn Desk>,
    waiting: Waiting,
}

/// Serves one client over standard input and output, until it goes.
///
/// # Errors
/// When it does not begin as the protocol says.
pub async fn serve_stdio(desk: Arc<dyn Desk>) -> io::Result<()> {
    let running = Server::new(desk)
        .serve(rmcp::transport::stdio())
        .await
        .map_err(io::Error::other)?;
    running.waiting().await.map_err(io::Error::other)?;
    Ok(())
}

impl Server {
    pub(crate) fn new(desk: Arc<dyn Desk>) -> Self {
        Self {
            desk,
            waiting: Waiting::default(),
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, UnderWay>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a call and begins it.
    fn begin(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<Result<UnderWay, CallFault>, ErrorData> {
        let tool = ToolName::read(&request.name);
        let tool = tool.filter(|tool| self.desk.tools().contains(tool));
        let Some(tool) = tool else {
            let why = format!("there is no tool {:?} here", request.name);
            return Err(ErrorData::invalid_params(why, None));
        };
        let call = match tool.call(request.arguments.unwrap_or_default()) {
            Ok(call) => call,
            Err(fault) => return Ok(Err(fault)),
        };
        if let Err(fault) = allowed(context, call.needs()) {
            return Ok(Err(fault));
        }
        // A client that begins something else has left what it was asked about.
        self.waiting().clear();
        let token = bearer(context);
        let way = Way::of(context);
        Ok(Ok(UnderWay::begin(|person, progress| {
            let person: Behind = match way {
                Way::None => Arc::new(Nobody),
                Way::Request | Way::Rounds => person,
            };
            let desk = Arc::clone(&self.desk);
            let caller = Caller::new(person, token, progress);
            async move { desk.call(call, caller).await }
        })))
    }

    /// Follows a call until it ends, or until the client has to ask its person.
    async fn follow(
        &self,
        mut under_way: UnderWay,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        match under_way.follow(context).await {
            Came::Ended(given) => Ok(result(given).into()),
            Came::Cancelled => Err(ErrorData::invalid_request("the call was cancelled", None)),
            Came::Asks(asked) => {
                let word = uuid::Uuid::new_v4().to_string();
                self.waiting().insert(word.clone(), under_way);
                Ok(asked.with_state(word).into())
            }
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let own = Implementation::new("screen-agent", env!("CARGO_PKG_VERSION"))
            .with_title("Screen Agent");
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_resources()
                .enable_prompts()
                .build(),
        )
        .with_server_info(own)
        .with_instructions(self.desk.instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.desk.tools().into_iter().map(ToolName::told);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        ToolName::read(name).map(ToolName::told)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = prompts::listed(&self.desk.tools());
        Ok(ListPromptsResult::with_all_items(prompts))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let given = request.arguments.unwrap_or_default();
        let said = prompts::said(&self.desk.tools(), &request.name, &given)?;
        Ok(said.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        allowed(&context, CallScope::Read).map_err(resources::unread)?;
        let found = self.desk.resources(unasked(&context)).await;
        let found = found.map_err(resources::unread)?.into_iter();
        let listed = found.map(Readable::listed).collect();
        Ok(ListResourcesResult::with_all_items(listed))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let kinds = self.desk.templates().into_iter();
        let kinds = kinds.map(Readable::template).collect();
        Ok(ListResourceTemplatesResult::with_all_items(kinds))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        allowed(&context, CallScope::Read).map_err(resources::unread)?;
        let read = self.desk.read(&request.uri, unasked(&context)).await;
        let contents = read.map_err(resources::unread)?;
        Ok(contents.told(request.uri).into())
    }

    async fn call_tool(
        &self,
        mut request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let begun = match request.request_state.take() {
            None => self.begin(request, &context)?,
            Some(word) => {
                let waited = self.waiting().remove(&word);
                let responses = request.input_responses.unwrap_or_default();
                waited
                    .map(|mut under_way| {
                        under_way.answered(&responses);
                        under_way
                    })
                    .ok_or_else(|| {
                        CallFault::new("GONE", "nothing waits for this answer any more; call again")
                    })
            }
        };
        match begun {
            Ok(under_way) => self.follow(under_way, &context).await,
            Err(fault) => Ok(result(Err(fault)).into()),
        }
    }
}

/// Whoever reads, and is asked nothing by it.
fn unasked(context: &RequestContext<RoleServer>) -> Caller {
    let nobody_hears = mpsc::unbounded_channel().0;
    Caller::new(Arc::new(Nobody), bearer(context), nobody_hears)
}

/// Whether the client may do it. Over standard input and output it is the person's own, and may do anything.
fn allowed(context: &RequestContext<RoleServer>, needed: CallScope) -> Result<(), CallFault> {
    let Some(parts) = context.extensions.get::<Parts>() else {
        return Ok(());
    };
    let admitted = parts.extensions.get::<Admitted>();
    let admitted = admitted.ok_or_else(|| CallFault::new("UNAUTHORIZED", "nobody let this in"))?;
    admitted.check(needed)
}

/// What shows who calls, where the call came over HTTP.
fn bearer(context: &RequestContext<RoleServer>) -> Option<String> {
    let parts = context.extensions.get::<Parts>()?;
    let header = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    header.strip_prefix("Bearer ").map(str::to_owned)
}

/// As clients get it. A fault is a result, too: the model has to read it.
fn result(given: Given) -> CallToolResult {
    match given {
        Ok(told) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(told.text)]);
            result.structured_content = Some(told.data);
            result
        }
        Err(CallFault { code, message }) => {
            let mut result =
                CallToolResult::error(vec![ContentBlock::text(format!("{code}: {message}"))]);
            result.meta = serde_json::from_value(json!({ "screen-agent/code": code })).ok();
            result
        }
    }
}
