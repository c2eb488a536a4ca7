/**
 * Runs in the page's own world, before its scripts, and remembers which elements they have listen, and for what: code of
 * ours elsewhere cannot see that. Asked under a symbol, it tells types of events and nothing else. A page may forge the
 * answer: it is the page's word on its own controls, as everything else that it shows.
 */
const HEARD = Symbol.for("screen-agent.heard");

type Listen = (this: EventTarget, type: string, listener: unknown, ...rest: unknown[]) => void;
type Prototype = { addEventListener: Listen; removeEventListener: Listen; [HEARD]?: (at: EventTarget) => string[] };

const prototype = EventTarget.prototype as unknown as Prototype;
if (!(HEARD in prototype)) {
  const heard = new WeakMap<EventTarget, Map<string, Set<unknown>>>();
  const isOfPage = (at: unknown): at is EventTarget => at instanceof Node || at === window;

  const noted = (native: Listen, note: (types: Map<string, Set<unknown>>, type: string, listener: unknown) => void) =>
    // A proxy still calls itself native code: pages look.
    new Proxy(native, {
      apply(target, self: unknown, args: Parameters<Listen>) {
        Reflect.apply(target, self, args);
        const at = self ?? window;
        const [type, listener] = args;
        if (!isOfPage(at) || typeof type !== "string" || !listener) return;
        const types = heard.get(at) ?? new Map<string, Set<unknown>>();
        heard.set(at, types);
        note(types, type, listener);
      },
    });

  prototype.addEventListener = noted(prototype.addEventListener, (types, type, listener) => {
    types.set(type, (types.get(type) ?? new Set()).add(listener));
  });
  prototype.removeEventListener = noted(prototype.removeEventListener, (types, type, listener) => {
    const left = types.get(type);
    left?.delete(listener);
    if (left?.size === 0) types.delete(type);
  });
  Object.defineProperty(prototype, HEARD, { value: (at: EventTarget) => [...(heard.get(at)?.keys() ?? [])] });
}
