/** Whether there is anything to go by. */
export function hasWords(text: string): boolean {
  return text.trim() !== "";
}
