import type { ActionResult } from "../contract.ts";
import { type Action, asText, done, refuse } from "./kit.ts";

const LONGEST = 4000;
const SECRET = /token|secret|password|passwd|auth|session|jwt|credential|api[-_]?key/i;

/** getLocalStorage(key?): one value, or the names of all keys. Values under secret-sounding keys stay. */
export const getLocalStorage: Action = ([key]) =>
  guarded(() => {
    const name = asText(key);
    if (name === undefined) return done(Object.keys(localStorage).slice(0, 200).join("\n"));
    if (SECRET.test(name)) return refuse("unsupported", "the value under that key is not read");
    return done((localStorage.getItem(name) ?? "").slice(0, LONGEST));
  });

/** setLocalStorage(key, value) */
export const setLocalStorage: Action = ([key, value]) =>
  guarded(() => {
    const name = asText(key);
    const text = asText(value);
    if (!name || text === undefined) return refuse("invalid_argument", "a key and a value are needed");
    localStorage.setItem(name, text);
    return done();
  });

/** clearStorage(localStorage | sessionStorage | indexedDB) */
export const clearStorage: Action = async ([kind]) => {
  switch (asText(kind)) {
    case "localStorage":
      return guarded(() => cleared(localStorage));
    case "sessionStorage":
      return guarded(() => cleared(sessionStorage));
    case "indexedDB":
      return clearDatabases();
    default:
      return refuse("invalid_argument", "localStorage, sessionStorage or indexedDB");
  }
};

async function clearDatabases(): Promise<ActionResult> {
  try {
    const all = await indexedDB.databases();
    for (const { name } of all) if (name) indexedDB.deleteDatabase(name);
    return done(String(all.length));
  } catch {
    return refuse("unsupported", "this page has no storage");
  }
}

function cleared(storage: Storage): ActionResult {
  storage.clear();
  return done();
}

// A page without an origin, or over its quota, throws on any access.
function guarded(run: () => ActionResult): ActionResult {
  try {
    return run();
  } catch {
    return refuse("unsupported", "this page has no storage, or it is full");
  }
}
