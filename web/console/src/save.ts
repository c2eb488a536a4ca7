import type { ReportFile } from "@screen-agent/api";

/** Hands a file to the browser to keep. */
export function save({ blob, filename }: ReportFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = filename;
  link.click();
  // The browser has taken hold of it by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
