/** Secrets in addresses: who knows them is taken for somebody. */

const WORDS =
  "token|auth|authorization|oauth|session|sessionid|phpsessid|jsessionid|sid|jwt|bearer|pass|password|passwd|passcode|pwd|secret|sig|signature|hmac|otp|totp|csrf|xsrf|credentials?|samlresponse|samlrequest|apikey|accesskey";
/** One of a name's words, whatever stands around it: `reset_password_token`, `authToken`. */
const WORD = new RegExp(`^(?:${WORDS})$`);
const WHOLE = /^(?:x-(?:amz|goog|ms)-|(?:api|access|private)[-_]?key$|key-pair-id$|oobcode$|relaystate$)/i;

/** An address without user name, password and what bears the name of a secret. Nothing else in it changes. */
export function withoutSecrets(address: string): string {
  if (!/[@=]/.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username) url.username = "";
  if (url.password) url.password = "";
  if (hasSecret(url.search))
    url.search = url.search
      .slice(1)
      .split("&")
      .filter((pair) => !isSecret(pair))
      .join("&");
  if (hasSecret(url.hash)) url.hash = "";
  if (/;[^/]*=/.test(url.pathname)) url.pathname = url.pathname.split("/").map(withoutOwn).join("/");
  return url.href;
}

/** Of a query, or of a fragment, which may be an address with a query of its own. */
function hasSecret(part: string): boolean {
  return part.includes("=") && part.split(/[?&#;]/).some(isSecret);
}

/** A part of a path without what it carries besides its name. */
function withoutOwn(step: string): string {
  return step
    .split(";")
    .filter((pair, at) => at === 0 || !isSecret(pair))
    .join(";");
}

function isSecret(pair: string): boolean {
  const [raw = ""] = pair.split("=", 1);
  if (raw.length === pair.length) return false;
  const name = decoded(raw);
  return (
    WHOLE.test(name) ||
    name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => WORD.test(word))
  );
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
