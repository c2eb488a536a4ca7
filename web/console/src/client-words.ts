/** What signed in, by the name that people know it by: a browser's own words are long and tell lies. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\//, "Firefox"],
  [/(?:Headless)?Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, "Android"],
  [/iPhone|iPad/, "iOS"],
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

export function clientWords(client: string): string {
  const named = (list: readonly [RegExp, string][]): string | undefined =>
    list.find(([sign]) => sign.test(client))?.[1];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser) return system ? `${browser} on ${system}` : browser;
  return client.split(/[\s/(]/)[0] || "Something without a name";
}
