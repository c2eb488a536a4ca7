/** Small choices of the person that the panel keeps for the next time it is opened. */

/** What was kept under a name; null where there is nothing, or nothing can be kept. */
export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keeps something under a name, where that is possible. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // It is asked for again next time.
  }
}
