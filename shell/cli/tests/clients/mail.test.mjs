// `smtp-server` and `mailparser`, as they are published: a mail server that the real one hands its mails over to.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { promisify } from "node:util";
import { fetched } from "../../../realtime/tests/clients/fetch.mjs";

const { COMMAND: command, ENVIRONMENT: environment, DATA: data, SITE: site } = process.env;
assert.ok(command && environment && data && site, "see ../e2e/mail.rs");
// As ../e2e/server.rs has them.
const [EMAIL, PASSWORD] = ["ada@example.test", "a long enough password"];
const LOGIN = "letters-of-mine-41";

const modules = fetched("mail-3.21.6", ["smtp-server@3.21.6", "mailparser@3.14.2"]);
const skip = modules ? false : "the packages cannot be had";
const need = modules ? createRequire(join(modules, "index.js")) : () => ({});

/** A mail server that lets one user in, and takes mail for one person. */
async function mailServer() {
  const { SMTPServer } = need("smtp-server");
  const { simpleParser } = need("mailparser");
  const letters = [];
  const waiting = [];
  let takes = true;
  const server = new SMTPServer({
    // It has no certificate that anybody would know; only this machine is spoken to in the clear.
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === "agent" && password === LOGIN ? done(null, { user: username }) : done(new Error("who?")),
    onRcptTo: ({ address }, _, done) => {
      const refused = Object.assign(new Error("no such person"), { responseCode: 550 });
      done(takes && address === EMAIL ? null : refused);
      if (!takes) waiting.shift()?.(null);
    },
    onData: async (stream, _, done) => {
      const letter = await simpleParser(stream);
      done();
      letters.push(letter);
      waiting.shift()?.(letter);
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `smtp://agent@127.0.0.1:${server.server.address().port}`,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    refuse: () => {
      takes = false;
    },
    letters,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** Our server, which hands its mail over there. */
async function started(url, work) {
  const settings = join(data, "mail.toml");
  writeFileSync(settings, 'mail = { from = "Agent <agent@example.org>", console = "https://agent.example.org" }\n');
  const env = { ...JSON.parse(environment), SCREEN_AGENT_MAIL_URL: url, SCREEN_AGENT_MAIL_PASSWORD: LOGIN };
  const own = ["--data", data, "--config", settings];
  const child = spawn(command, ["serve", "--listen", "127.0.0.1:0", ...own], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  let base;
  for await (const line of createInterface(child.stdout)) {
    base = /http:\/\/[\d.:]+/.exec(line)?.[0];
    if (base) break;
  }
  const ask = async (path, body, token) => {
    const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
    const reply = await fetch(base + path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers });
    return { status: reply.status, ...(await reply.json()) };
  };
  try {
    assert.ok(base, "the server did not start");
    const signedIn = await ask("/api/v1/auth/login", { email: EMAIL, password: PASSWORD });
    const token = signedIn.accessToken;
    const doctor = () => promisify(execFile)(command, ["doctor", "--without-browser", ...own], { env });
    await work({ ask: (path, body) => ask(path, body, token), doctor });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}

test("what a run comes to is mailed to whose it is", { skip }, async (context) => {
  const mail = await mailServer();
  context.after(mail.close);
  await started(mail.url, async ({ ask, doctor }) => {
    const cancelled = async () => {
      const order = { instruction: "Buy green tea\r\nBcc: bob@example.org", url: site, callback: `mailto:${EMAIL}` };
      const { data: run } = await ask("/api/runs", order);
      await ask(`/api/runs/${run.id}/cancel`, {});
      return run.id;
    };
    const first = mail.next();
    const id = await cancelled();
    const letter = await first;
    assert.equal(letter.to.text, EMAIL);
    assert.equal(letter.from.value[0].address, "agent@example.org");
    assert.ok(letter.subject.startsWith("Cancelled: Buy green tea"), letter.subject);
    assert.equal(letter.bcc, undefined);
    assert.equal(letter.headers.get("auto-submitted"), "auto-generated");
    assert.ok(letter.text.includes(`https://agent.example.org/#/runs/${id}`), letter.text);
    assert.ok(letter.messageId.startsWith(`<${id}-`), letter.messageId);
    const { stdout, stderr } = await doctor();
    assert.match(stdout + stderr, /mail.*Agent <agent@example.org>/);

    mail.refuse();
    const turnedAway = mail.next();
    const other = await cancelled();
    await turnedAway;
    let callback;
    do callback = (await ask(`/api/runs/${other}`)).data.callback;
    while (callback.standing === "pending");
    const trouble = "the mail server does not take mail for this address";
    assert.deepEqual(callback, { site: EMAIL, standing: "given_up", trouble });
    assert.equal(mail.letters.length, 1);
  });
});
