/** What a page keeps: its storage and, through the debugger, its cookies. */
import { call, type InFrame } from "../../look/inject.ts";
import * as cdp from "../cdp.ts";
import { actIn } from "../page.ts";
import { objectOf } from "../rules.ts";
import { addressStill } from "../tabs.ts";
import { Trouble, unsupported } from "../trouble.ts";
import { cut, type Outcome, text, textOrNull, type Under } from "../under.ts";
import { browses, reads } from "./verb.ts";

export const storageVerbs = {
  getLocalStorage: reads((under) => stored(under, "getLocalStorage", [textOrNull(under, "key") ?? undefined])),
  setLocalStorage: reads((under) => stored(under, "setLocalStorage", [text(under, "key"), text(under, "value")])),
  clearStorage: reads((under) => stored(under, "clearStorage", [text(under, "storage")])),
  getCookies: browses(reading),
  setCookie: browses(setting),
  clearCookies: browses(clearing),
};

async function stored(under: Under, name: string, args: unknown[]): Promise<Outcome> {
  const { state } = await actIn(under, 0, name, args, undefined, under.basis);
  return state === undefined ? {} : { state: cut(state) };
}

interface Cookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  secure: boolean;
  httpOnly: boolean;
}

async function cookiesOf(under: Under): Promise<Cookie[]> {
  const { tabId, signal } = under;
  if (!under.trusted) throw unsupported("reading or writing cookies");
  const { cookies } = await cdp.send(tabId, "Network.getCookies", { urls: [await addressStill(under)] }, { signal });
  return Array.isArray(cookies) ? (cookies as Cookie[]) : [];
}

// What the site keeps even from its own pages is kept from the model, too. Without the debugger that is all there is.
async function reading(under: Under): Promise<Outcome> {
  if (!under.trusted)
    return { state: cut(JSON.stringify(shownTo(await call(inTop(under), () => document.cookie, [])))) };
  const told = (await cookiesOf(under)).map(({ name, value, domain, path, secure, httpOnly }) => ({
    name,
    value: httpOnly ? "(hidden)" : value,
    domain,
    path,
    secure,
    httpOnly,
  }));
  return { state: cut(JSON.stringify(told)) };
}

function inTop({ tabId, signal }: Under): InFrame {
  return { tabId, frameId: 0, signal };
}

/** The cookies that a page sees: names and values, and nothing else of them. */
function shownTo(cookies: string): { name: string; value: string }[] {
  return cookies
    .split("; ")
    .filter((each) => each !== "")
    .map((each) => {
      const [name = "", ...rest] = each.split("=");
      return { name, value: rest.join("=") };
    });
}

async function setting(under: Under): Promise<Outcome> {
  if (!under.trusted) throw unsupported("reading or writing cookies");
  const cookie = objectOf(text(under, "cookie"));
  if (typeof cookie?.name !== "string" || typeof cookie.value !== "string")
    throw new Trouble("failed", "the cookie is not {name, value, …}");
  // For this page alone, wherever else it says.
  const { name, value, path, secure, httpOnly, sameSite, expires } = cookie;
  const params = { name, value, path, secure, httpOnly, sameSite, expires, url: await addressStill(under) };
  const sent = Object.fromEntries(Object.entries(params).filter(([, each]) => each !== undefined));
  const { success } = await cdp.send(under.tabId, "Network.setCookie", sent, { signal: under.signal });
  if (success === false) throw new Trouble("failed", "the browser does not take the cookie");
  return {};
}

async function clearing(under: Under): Promise<Outcome> {
  const cookies = await cookiesOf(under);
  for (const { name, domain, path } of cookies)
    await cdp.send(under.tabId, "Network.deleteCookies", { name, domain, path }, { signal: under.signal });
  return { state: `${cookies.length} cookies removed` };
}
