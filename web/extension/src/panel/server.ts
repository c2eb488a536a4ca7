/** The origin that a person means by what they typed; null when it is none. */
export function originOf(typed: string): string | null {
  try {
    const url = new URL(typed.trim());
    const isWeb = url.protocol === "http:" || url.protocol === "https:";
    return isWeb && !url.username && !url.password ? url.origin : null;
  } catch {
    return null;
  }
}
