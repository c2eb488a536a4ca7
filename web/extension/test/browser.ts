/** Stands for `wxt/browser` in tests: whatever the test has put at `globalThis.browser`, read when it is used. */
import type { Browser } from "wxt/browser";

const scope = globalThis as { browser?: typeof Browser };

export const browser: typeof Browser = new Proxy({} as typeof Browser, {
  get(_, name) {
    if (!scope.browser) throw new Error("this test has no browser; set globalThis.browser first");
    return Reflect.get(scope.browser, name) as unknown;
  },
  has: (_, name) => scope.browser !== undefined && name in scope.browser,
});
