/** Traces that a test's server knows: one that is done, with all that there can be, and one that is under way. */

export const TRACE = "00000000-0000-4000-8000-00000000000a";
export const UNDER_WAY = "00000000-0000-4000-8000-00000000000b";

const HOSTILE = "<img src=x onerror=alert(1)>";

const step = (actionId: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  actionType: "basic",
  actionId,
  ...more,
});

const DONE = {
  title: "Design Generation - loginPage",
  response: "Made a screen with 5 new components.",
  result: {
    cogo_ui_json: {
      version: "1.0",
      page: { name: "loginPage" },
      tree: [
        {
          id: "root",
          type: "container",
          children: [
            { id: "t", type: "text", props: { text: `Welcome ${HOSTILE}` } },
            { id: "e", type: "input_field", props: { hint: "E-mail" } },
            { id: "p", type: "input_field", props: { hint: "Password" } },
            { id: "c", type: "checkbox", props: { text: "Remember me" } },
            { id: "i", type: "image" },
            { id: "b", type: "button", props: { text: "Log in" } },
            { id: "h", type: `${HOSTILE}` },
          ],
        },
      ],
    },
    actionflow: {
      id: "loginProcessFlow",
      steps: [
        step("setProperty", { params: { target: "#isLoading", value: true } }),
        step("restApi", {
          params: { path: "/login" },
          onSuccess: [step("navigate", { params: { routePath: "HomePage" } })],
          onError: [step("showErrorPopup", { params: { message: `Wrong password ${HOSTILE}` } })],
        }),
        step("setProperty", { params: { target: "#isLoading", value: false } }),
      ],
    },
    diff: { unified: " Given #email\n-When #onTap\n+When #onLoginClicked", added: 1, removed: 1 },
  },
};

const event = (name: string, seq: number, fields: Record<string, unknown> = {}): string =>
  `event: ${name}\ndata: ${JSON.stringify({ ...fields, seq, trace_id: TRACE })}\n\n`;

export const BEGINNING = [
  event("ready", 1),
  event("meta", 2, { task_type: "design_generate", intent: { text: `A login page ${HOSTILE}` } }),
  event("progress", 3, { stage: "components", note: "1 of 5 components" }),
].join("");

export const END = [
  "event: keepalive\ndata: {}\n\n",
  event("cli.plan", 4, {
    actions: [
      {
        id: "vars_1",
        command: "variables upsert",
        args: ["--project", "demo", "--from-stdin"],
        dry_run: true,
        apply_strategy: "merge",
      },
    ],
  }),
  event("done", 5, DONE),
].join("");

const entry = (trace_id: string, status: string, text: string): Record<string, unknown> => ({
  trace_id,
  status,
  text,
  operation: "design_generate",
  project_id: "demo",
  events: 5,
  started_at: "2026-01-01T12:00:00Z",
  last_event_at: "2026-01-01T12:00:01Z",
});

export const TRACES = {
  ok: true,
  count: 2,
  items: [entry(UNDER_WAY, "pending", "A shop"), entry(TRACE, "done", `A login page ${HOSTILE}`)],
};

export const FILES_OF_TRACE = {
  ok: true,
  items: [
    {
      name: "a.json",
      bucket: "figma",
      key: "fig2cg/demo/uui.generate/a.json",
      url: "http://evil.example/a.json",
      mime: "application/json",
      size: 1234,
      trace_id: TRACE,
      updated_at: "2026-01-01T12:00:01Z",
    },
  ],
};
