import { ApiError } from "./error.ts";
import type {
  ArchiveData,
  AuditData,
  ChannelAuth,
  ChannelAuthRequest,
  CodeRequest,
  DebugLogsData,
  FoundTasksData,
  IngestRequest,
  InitSessionData,
  InitSessionRequest,
  InteractData,
  InteractRequest,
  KnowledgeSourceData,
  KnowledgeSourcesData,
  LeaseData,
  LeaseListData,
  LeaseStep,
  LoginData,
  LoginRequest,
  MemoryCorrection,
  MemoryData,
  MessagesData,
  NewRun,
  NewSchedule,
  NewSecret,
  NewWorkflow,
  PasswordChange,
  PasswordOnly,
  PreferencesData,
  PreferencesRequest,
  PresignData,
  ProfileListData,
  ProofRequest,
  RealtimeData,
  RecoveryData,
  ReportFormat,
  ResumeData,
  ResumeRequest,
  RunData,
  RunListData,
  RunStatus,
  ScheduleChange,
  ScheduleData,
  ScheduleListData,
  SecondFactorData,
  SecondFactorOffer,
  SecretData,
  SecretListData,
  SessionInfo,
  SessionListData,
  SignInsData,
  StorageData,
  TaskInfo,
  TaskListData,
  TimelineData,
  UploadData,
  UsageData,
  WhoData,
  WireSessionStatus,
  WorkflowData,
  WorkflowFromTask,
  WorkflowListData,
  WorkflowPointed,
  WorkflowRecorded,
  WorkflowShown,
  WorkflowText,
} from "./generated/types.ts";
import { bearer, type Call, Http, query, type ReportFile } from "./http.ts";
import { type Watched, type WatchHearer, watched } from "./watching.ts";

export interface ListOptions {
  /** Those that stand so; without, all that were not put away. */
  status?: WireSessionStatus;
  includeArchived?: boolean;
  limit?: number;
  offset?: number;
}

export interface InteractOptions {
  /** The same key with the same body gets the same answer, for a day. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Which rows of the audit log. */
export interface AuditOptions {
  kind?: string;
  /** Whose; an id. */
  user?: string;
  /** Numbered before this. */
  before?: number;
}

/** Which runs. */
export interface RunsOptions {
  status?: RunStatus;
  /** What stands in what is to be done, or in where. */
  search?: string;
  /** Those of this batch, in the order of its rows. */
  batch?: string;
  limit?: number;
  offset?: number;
}

export interface DebugOptions {
  limit?: number;
  taskId?: string;
}

export interface MessagesOptions {
  limit?: number;
  /** Said at or after this, ISO 8601. */
  since?: string;
  /** Numbered after this. */
  after?: number;
}

/** One method per endpoint. Every refusal is an `ApiError`. */
export class Client extends Http {
  /** Signs in and keeps the token. */
  async login(body: LoginRequest): Promise<LoginData> {
    const data = await this.json<LoginData>("/api/v1/auth/login", { method: "POST", body });
    this.token = data.accessToken;
    return data;
  }

  /** Signs out; the token is worth nothing afterwards. */
  async logout(): Promise<void> {
    const token = this.token;
    this.token = null;
    if (token) await this.send("/api/v1/auth/logout", { method: "POST", headers: bearer(token) });
  }

  /** Changes one's password; every other sign-in ends. */
  async changePassword(body: PasswordChange): Promise<void> {
    await this.send("/api/v1/auth/password", { method: "POST", body });
  }

  /** One's sign-ins, the one used last first. */
  signIns(signal?: AbortSignal): Promise<SignInsData> {
    return this.json("/api/v1/auth/sessions", { signal });
  }

  /** How much is kept for one and for one's organisation, and how much may be. */
  storage(signal?: AbortSignal): Promise<StorageData> {
    return this.json("/api/v1/auth/usage", { signal });
  }

  /** What tasks came to, what was checked and what models cost, by day, site and model. */
  usage(days: number, signal?: AbortSignal): Promise<UsageData> {
    const offset = new Date().getTimezoneOffset() + OFFSETS_FROM;
    return this.json(`/api/v1/usage${query({ days, offset })}`, { signal });
  }

  /** A page of one's runs, the newest first. */
  runs(options: RunsOptions = {}, signal?: AbortSignal): Promise<RunListData> {
    return this.json(`/api/runs${query({ ...options })}`, { signal });
  }

  run(id: string, signal?: AbortSignal): Promise<RunData> {
    return this.json(`/api/runs/${id}`, { signal });
  }

  /** Has a worker do something. */
  submitRun(body: NewRun): Promise<RunData> {
    return this.json("/api/runs", { method: "POST", body });
  }

  cancelRun(id: string): Promise<RunData> {
    return this.json(`/api/runs/${id}/cancel`, { method: "POST" });
  }

  /** Does a run that is over once more. */
  retryRun(id: string): Promise<RunData> {
    return this.json(`/api/runs/${id}/retry`, { method: "POST" });
  }

  /** Answers this question, and none that is asked since. */
  answerRun(id: string, answer: string, question?: string): Promise<RunData> {
    return this.json(`/api/runs/${id}/answer`, { method: "POST", body: { answer, question } });
  }

  /** Shows a run that a worker does, live, until the signal says otherwise. */
  watchRun(id: string, hearer: WatchHearer, signal: AbortSignal): Watched {
    return watched(this, id, hearer, signal);
  }

  /** One's schedules, the newest first. */
  schedules(signal?: AbortSignal): Promise<ScheduleListData> {
    return this.json("/api/schedules", { signal });
  }

  addSchedule(body: NewSchedule): Promise<ScheduleData> {
    return this.json("/api/schedules", { method: "POST", body });
  }

  changeSchedule(id: string, body: ScheduleChange): Promise<ScheduleData> {
    return this.json(`/api/schedules/${id}`, { method: "PATCH", body });
  }

  async removeSchedule(id: string): Promise<void> {
    await this.send(`/api/schedules/${id}`, { method: "DELETE" });
  }

  /** Keeps a workflow that is written already: our file, a recording of the developer tools, or a script. */
  addWorkflow(body: NewWorkflow): Promise<WorkflowShown> {
    return this.json("/api/workflows", { method: "POST", body });
  }

  /** One's workflows; those that begin on the site of an address, where one is given. */
  async workflows(url?: string, signal?: AbortSignal): Promise<WorkflowData[]> {
    const { workflows } = await this.json<WorkflowListData>(`/api/workflows${query({ url })}`, { signal });
    return workflows;
  }

  workflow(id: string, signal?: AbortSignal): Promise<WorkflowShown> {
    return this.json(`/api/workflows/${id}`, { signal });
  }

  /** Learns one of a finished task of which every part was seen to be done. */
  keepTask(body: WorkflowFromTask): Promise<WorkflowShown> {
    return this.json("/api/workflows/from-task", { method: "POST", body });
  }

  /** Keeps what a person did themselves. */
  keepRecorded(body: WorkflowRecorded): Promise<WorkflowShown> {
    return this.json("/api/workflows/recorded", { method: "POST", body });
  }

  /** Has a step done to a control that was pointed at. */
  pointAt(id: string, body: WorkflowPointed): Promise<WorkflowShown> {
    return this.json(`/api/workflows/${id}/control`, { method: "POST", body });
  }

  changeWorkflow(id: string, body: WorkflowText): Promise<WorkflowShown> {
    return this.json(`/api/workflows/${id}`, { method: "PUT", body });
  }

  async removeWorkflow(id: string): Promise<void> {
    await this.send(`/api/workflows/${id}`, { method: "DELETE" });
  }

  /** A workflow to take away: our file, a recording of the developer tools, or a script. */
  workflowFile(id: string, form: "toml" | "devtools" | "playwright"): Promise<ReportFile> {
    return this.file(`/api/workflows/${id}/export?form=${form}`, "workflow.toml");
  }

  /** Secrets that are kept for one's runs, by name; what they are is not told. */
  secrets(signal?: AbortSignal): Promise<SecretListData> {
    return this.json("/api/secrets", { signal });
  }

  setSecret(name: string, body: NewSecret): Promise<SecretData> {
    return this.json(`/api/secrets/${encodeURIComponent(name)}`, { method: "PUT", body });
  }

  async removeSecret(name: string): Promise<void> {
    await this.send(`/api/secrets/${encodeURIComponent(name)}`, { method: "DELETE" });
  }

  /** What one's runs stay signed in with, by name; what it is is not told. */
  profiles(signal?: AbortSignal): Promise<ProfileListData> {
    return this.json("/api/profiles", { signal });
  }

  async removeProfile(name: string): Promise<void> {
    await this.send(`/api/profiles/${encodeURIComponent(name)}`, { method: "DELETE" });
  }

  /** Values that were handed on, and fixes that were learned. */
  memory(signal?: AbortSignal): Promise<MemoryData> {
    return this.json("/api/v1/memory", { signal });
  }

  /** Puts a value right, or forgets it. */
  changeFact(session: string, name: string, value: string | null): Promise<void> {
    return this.change(`/api/v1/memory/facts/${session}/${encodeURIComponent(name)}`, value);
  }

  /** Puts a fix right, or forgets it. */
  changeFix(id: number, fix: string | null): Promise<void> {
    return this.change(`/api/v1/memory/fixes/${id}`, fix);
  }

  /** Tasks of every conversation, by their words. */
  findTasks(search: string, signal?: AbortSignal): Promise<FoundTasksData> {
    return this.json(`/api/v1/tasks${query({ search })}`, { signal });
  }

  /** Everything that is kept for one, as a ZIP. */
  takeOut(): Promise<ReportFile> {
    return this.file("/api/v1/user/export", "screen-agent-data.zip");
  }

  /** Erases it. The account stays. */
  async erase(body: PasswordOnly): Promise<void> {
    await this.send("/api/v1/user/erase", { method: "POST", body });
  }

  /** What was noted of one's requests, newest first; null where the server is not in debug mode. */
  async debugLogs(options: DebugOptions = {}, signal?: AbortSignal): Promise<DebugLogsData | null> {
    try {
      return await this.json<DebugLogsData>(`/api/debug/logs${query({ ...options })}`, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  /** A whole task to take away, with what is secret masked; in debug mode alone. */
  debugExport(task: string): Promise<ReportFile> {
    return this.file(`/api/debug/session/${task}/export`, `task-${task}.json`);
  }

  async endSignIn(id: string): Promise<void> {
    await this.send(`/api/v1/auth/sessions/${id}`, { method: "DELETE" });
  }

  /** Ends every sign-in, this one included. */
  async signOutEverywhere(): Promise<void> {
    await this.send("/api/v1/auth/sign-out-everywhere", { method: "POST" });
  }

  secondFactor(signal?: AbortSignal): Promise<SecondFactorData> {
    return this.json("/api/v1/auth/totp", { signal });
  }

  /** A secret for the person's app. It counts once it is confirmed. */
  offerSecondFactor(body: PasswordOnly): Promise<SecondFactorOffer> {
    return this.json("/api/v1/auth/totp", { method: "POST", body });
  }

  /** The recovery codes are told this once. */
  confirmSecondFactor(body: CodeRequest): Promise<RecoveryData> {
    return this.json("/api/v1/auth/totp/confirm", { method: "POST", body });
  }

  async turnOffSecondFactor(body: ProofRequest): Promise<void> {
    await this.send("/api/v1/auth/totp/off", { method: "POST", body });
  }

  /** Rows of the audit log, the newest first, and how the log stands. */
  audit(options: AuditOptions = {}, signal?: AbortSignal): Promise<AuditData> {
    return this.json(`/api/v1/audit${query({ ...options })}`, { signal });
  }

  /** The same rows as a file, a line of JSON each. */
  auditFile(options: AuditOptions = {}): Promise<ReportFile> {
    return this.file(`/api/v1/audit/export${query({ ...options })}`, "audit.jsonl");
  }

  /** What the person prefers, on every device. */
  preferences(signal?: AbortSignal): Promise<PreferencesData> {
    return this.json("/api/v1/user/preferences", { signal });
  }

  savePreferences(body: PreferencesRequest): Promise<PreferencesData> {
    return this.json("/api/v1/user/preferences", { method: "POST", body });
  }

  whoami(signal?: AbortSignal): Promise<WhoData> {
    return this.json("/api/v1/auth/session", { signal });
  }

  /** How to reach the live stream. */
  realtime(signal?: AbortSignal): Promise<RealtimeData> {
    return this.json("/api/realtime", { signal });
  }

  /** Leases on tabs that are not over. */
  leases(signal?: AbortSignal): Promise<LeaseListData> {
    return this.json("/api/leases", { signal });
  }

  /** Allows one, pauses it, ends it, orders something under it, takes that up or says what came of it. */
  stepLease(id: string, body: LeaseStep): Promise<LeaseData> {
    return this.json(`/api/leases/${id}`, { method: "POST", body });
  }

  /** Lets a socket into a channel. The answer has the form that Pusher clients want, without `data`. */
  async authorizeChannel(socketId: string, channel: string, signal?: AbortSignal): Promise<ChannelAuth> {
    const body: ChannelAuthRequest = { socket_id: socketId, channel_name: channel };
    const response = await this.send("/api/pusher/auth", { method: "POST", body, signal });
    return (await response.json()) as ChannelAuth;
  }

  /** Where the server is, in full. */
  address(): URL {
    return new URL(this.base || globalThis.location.origin);
  }

  /** One turn: what is on the screen in, one action out. */
  interact(body: InteractRequest, options: InteractOptions = {}): Promise<InteractData> {
    const headers: Record<string, string> = {};
    if (options.idempotencyKey) headers["Idempotency-Key"] = options.idempotencyKey;
    return this.json("/api/agent/interact", { method: "POST", body, headers, signal: options.signal });
  }

  initSession(body: InitSessionRequest): Promise<InitSessionData> {
    return this.json("/api/session/init", { method: "POST", body });
  }

  sessions(options: ListOptions = {}): Promise<SessionListData> {
    return this.json(`/api/session${query({ ...options })}`);
  }

  renameSession(session: string, title: string): Promise<SessionInfo> {
    return this.json(`/api/session/${session}`, { method: "PATCH", body: { title } });
  }

  archiveSession(sessionId: string): Promise<ArchiveData> {
    return this.json("/api/session", { method: "POST", body: { sessionId } });
  }

  messages(session: string, options: MessagesOptions = {}, signal?: AbortSignal): Promise<MessagesData> {
    return this.json(`/api/session/${session}/messages${query({ ...options })}`, { signal });
  }

  tasks(session: string): Promise<TaskListData> {
    return this.json(`/api/session/${session}/tasks`);
  }

  timeline(session: string, task: string): Promise<TimelineData> {
    return this.json(`/api/session/${session}/task/${task}`);
  }

  resume(session: string, task: string, body: ResumeRequest): Promise<ResumeData> {
    return this.json(`/api/session/${session}/task/${task}/resume`, { method: "POST", body });
  }

  stop(session: string, task: string): Promise<TaskInfo> {
    return this.json(`/api/session/${session}/task/${task}/stop`, { method: "POST" });
  }

  /** A task to take away, in the form asked for. */
  report(session: string, task: string, format: ReportFormat = "json"): Promise<ReportFile> {
    const path = `/api/session/${session}/task/${task}/report${query({ format })}`;
    return this.file(path, `task-report.${REPORT_ENDINGS[format]}`);
  }

  /** What the organisation knows, by its sources. */
  knowledge(signal?: AbortSignal): Promise<KnowledgeSourcesData> {
    return this.json("/api/knowledge/sources", { signal });
  }

  /** Has a page or a site read, in the background. */
  addKnowledge(body: IngestRequest): Promise<KnowledgeSourceData> {
    return this.json("/api/knowledge/ingest", { method: "POST", body });
  }

  /** Has a file read, in the background. */
  addKnowledgeFile(file: File, domain?: string): Promise<KnowledgeSourceData> {
    const form = new FormData();
    form.append("file", file, file.name);
    return this.json(`/api/knowledge/sources${query({ domain })}`, { method: "POST", body: form });
  }

  reindexKnowledge(id: string): Promise<KnowledgeSourceData> {
    return this.json(`/api/knowledge/sources/${id}/reindex`, { method: "POST" });
  }

  async removeKnowledge(id: string): Promise<void> {
    await this.send(`/api/knowledge/sources/${id}`, { method: "DELETE" });
  }

  /** Keeps a file for a task; `data.attachment` goes into the next interact. */
  upload(file: File, signal?: AbortSignal): Promise<UploadData> {
    const form = new FormData();
    form.append("file", file, file.name);
    form.append("filename", file.name);
    return this.json("/api/knowledge/upload-to-s3", { method: "POST", body: form, signal });
  }

  /** A file that was uploaded, as it came. */
  async uploaded(key: string, signal?: AbortSignal): Promise<Blob> {
    const path = `/api/knowledge/generate-presigned-url${query({ key })}`;
    const { url } = await this.json<PresignData>(path, { signal });
    return (await this.send(url, { signal })).blob();
  }

  /** An object URL of a step's picture; null when there is none. The caller revokes it. */
  async picture(path: string): Promise<string | null> {
    try {
      const response = await this.send(path);
      return URL.createObjectURL(await response.blob());
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  }

  private async change(path: string, value: string | null): Promise<void> {
    if (value === null) await this.send(path, { method: "DELETE" });
    else await this.send(path, { method: "PUT", body: { value } satisfies MemoryCorrection });
  }

  private async json<T>(path: string, call: Call = {}): Promise<T> {
    const response = await this.send(path, call);
    const reply = (await response.json()) as { data: T };
    return reply.data;
  }

  protected refusal(response: Response): Promise<ApiError> {
    return ApiError.from(response);
  }
}

/** Minutes behind UTC that a clock may be; they are told from there on. */
const OFFSETS_FROM = 840;

const REPORT_ENDINGS: Record<ReportFormat, string> = { json: "json", csv: "csv", markdown: "md" };
