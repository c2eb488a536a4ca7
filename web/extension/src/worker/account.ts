/** Who is signed in, and at which server. */
import { ApiError, type Client, type KnowledgeSourcesData, type WhoData } from "@screen-agent/api";
import { serverOrigin } from "../shared/origin.ts";
import { type Account, type Problem, problem, type Settings } from "../shared/protocol.ts";
import { atMost, NEVER } from "../shared/wait.ts";
import { ACCOUNT, loadSettings, SETTINGS, SIGNED_OUT, type SignedIn } from "./store.ts";

/** As long as what was chosen here is waited for before the server is asked what is chosen. */
const TELLING_MS = 3_000;

/** Makes a client; tests give their own. */
export type MakeClient = (base: string, token: string | null) => Client;

export class AccountKeeper {
  settings: Settings;
  signedOut: Problem | null;
  /** Whether a model stands behind the server; null before it said so. */
  hasModel: boolean | null = null;
  /** What the organisation knows of which sites; null before the server said so. */
  knowledge: KnowledgeSourcesData | null = null;
  private signed: SignedIn | null;
  private made: { signed: SignedIn; client: Client } | null = null;
  /** What was chosen here is on its way to the server. */
  private telling: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly make: MakeClient,
    private readonly now: () => number,
    kept: { settings: Settings; signed: SignedIn | null; signedOut: Problem | null },
  ) {
    this.settings = kept.settings;
    this.signed = kept.signed;
    this.signedOut = kept.signedOut;
  }

  static async load(make: MakeClient, now: () => number): Promise<AccountKeeper> {
    const [settings, signed, signedOut] = await Promise.all([loadSettings(), ACCOUNT.load(), SIGNED_OUT.load()]);
    return new AccountKeeper(make, now, { settings, signed, signedOut });
  }

  /** Null when nobody is, or when the token has run out. */
  get account(): Account | null {
    return this.isFresh() ? (this.signed?.account ?? null) : null;
  }

  /** Whose tasks these are; empty when nobody is signed in. */
  get owner(): string {
    return this.signed ? `${this.signed.server} ${this.signed.account.tenant} ${this.signed.account.email}` : "";
  }

  /** Asks in the name of whoever is signed in; null when nobody is. One for each sign-in: a socket belongs to its client. */
  client(): Client | null {
    if (!this.signed || !this.isFresh()) return null;
    if (this.made?.signed !== this.signed)
      this.made = { signed: this.signed, client: this.make(this.signed.server, this.signed.token) };
    return this.made.client;
  }

  /** The server and the token for it; null when nobody is signed in. */
  access(): { server: string; token: string } | null {
    return this.signed && this.isFresh() ? { server: this.signed.server, token: this.signed.token } : null;
  }

  async signIn(server: string, email: string, password: string, code = ""): Promise<void> {
    const base = serverOf(server);
    const data = await this.make(base, null).login({ email, password, ...(code && { code }) });
    const account: Account = { email: data.user.email, name: data.user.name || null, tenant: data.tenantName };
    this.signed = { token: data.accessToken, expiresAt: data.expiresAt, server: base, account };
    this.signedOut = null;
    this.settings = { ...this.settings, server: base };
    await Promise.all([ACCOUNT.save(this.signed), SETTINGS.save(this.settings), SIGNED_OUT.save(null)]);
    await this.refresh().catch(() => undefined);
  }

  /** Whether the token still counts. Only the server's own no takes the account away; one that cannot be reached says nothing. */
  private async who(client: Client): Promise<WhoData> {
    const { signed } = this;
    try {
      return await client.whoami();
    } catch (error) {
      // Somebody may have signed in anew meanwhile.
      if (error instanceof ApiError && error.status === 401 && this.signed === signed)
        await this.revoked(problem("UNAUTHORIZED", "You are signed out.", "Sign in again."));
      throw error;
    }
  }

  /** What the server knows of whoever is signed in: what works for them, and what they prefer on every device. */
  async refresh(): Promise<void> {
    const client = this.client();
    if (!client) return;
    await atMost(this.telling, TELLING_MS, undefined, NEVER);
    const [{ hasModel }, { preferences, syncedAt }, knowledge] = await Promise.all([
      this.who(client),
      client.preferences(),
      client.knowledge().catch(() => null),
    ]);
    this.hasModel = hasModel;
    this.knowledge = knowledge;
    // They have never said: what was chosen here is theirs.
    if (syncedAt === undefined) return;
    const { theme, highlights = this.settings.highlights, language = "" } = preferences;
    const settings: Settings = { ...this.settings, theme, highlights, language };
    if (isSame(settings, this.settings)) return;
    this.settings = settings;
    await SETTINGS.save(this.settings);
  }

  /** The token is worth nothing afterwards, here and, when it can be reached, at the server. */
  async signOut(): Promise<void> {
    const client = this.client();
    this.signed = null;
    this.signedOut = null;
    this.hasModel = null;
    this.knowledge = null;
    await Promise.all([ACCOUNT.save(null), SIGNED_OUT.save(null)]);
    await client?.logout().catch(() => undefined);
  }

  /** The server does not take the token any more. */
  async revoked(why: Problem): Promise<void> {
    if (!this.signed) return;
    this.signed = null;
    this.signedOut = why;
    await Promise.all([ACCOUNT.save(null), SIGNED_OUT.save(why)]);
  }

  async change(settings: Settings): Promise<void> {
    const { theme, highlights, language } = settings;
    const isOther = !isSame(settings, this.settings);
    this.settings = { ...settings, server: serverOf(settings.server) };
    await SETTINGS.save(this.settings);
    // They hold here whether or not the server hears of them, and at once; it hears of them in order.
    if (isOther)
      this.telling = this.telling
        .then(() => this.client()?.savePreferences({ theme, highlights, ...(language && { language }) }))
        .catch(() => undefined);
  }

  private isFresh(): boolean {
    return this.signed !== null && !(Date.parse(this.signed.expiresAt) <= this.now());
  }
}

/** Whether what follows the person is the same. */
function isSame(one: Settings, other: Settings): boolean {
  return one.theme === other.theme && one.highlights === other.highlights && one.language === other.language;
}

/** The origin of a server's address; a typed error says what is wrong with it. */
export function serverOf(server: string): string {
  const origin = serverOrigin(server);
  if (origin === null)
    throw new ApiError(400, {
      code: "INVALID_SERVER",
      message: "The server's address must begin with http:// or https://.",
    });
  return origin;
}
