/** Secrets in addresses: who knows them is taken for somebody. */

const NAME = "(?:access|id|refresh|auth|csrf|xsrf)?[-_]?token|auth|authorization|(?:php|j|asp)?sess(?:ion)?(?:[-_]?id)?|sid|jwt|bearer|(?:api|access)[-_]?key|pass(?:word|wd|code)?|pwd|secret|client[-_]secret|sig|signature|otp|samlresponse|x-(?:amz|goog)-[a-z-]+";
const NAMED = new RegExp(`^(?:${NAME})$`, "i");
const MAYBE = new RegExp(`@|[?&#](?:${NAME})=`, "i");

/** An address without user name, password and what bears the name of a secret. Nothing else in it changes. */
export function withoutSecrets(address: string): string {
  if (!MAYBE.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.username) url.username = "";
  if (url.password) url.password = "";
  if (hasSecret(url.search)) url.search = without(url.search);
  if (hasSecret(url.hash)) url.hash = "";
  return url.href;
}

function hasSecret(part: string): boolean {
  return part.slice(1).split("&").some(isSecret);
}

function without(search: string): string {
  return search.slice(1).split("&").filter((pair) => !isSecret(pair)).join("&");
}

function isSecret(pair: string): boolean {
  return NAMED.test(pair.split("=", 1)[0] ?? "");
}
