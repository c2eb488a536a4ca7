/** Rows of the audit log in words. */
import type { AuditRow } from "@screen-agent/api";

const KINDS: Record<string, string> = {
  signed_in: "Signed in",
  sign_in_failed: "Wrong password or code",
  sign_in_held_back: "Too many wrong passwords",
  sign_in_refused: "Account is closed",
  signed_out: "Signed out",
  signed_out_everywhere: "Signed out everywhere",
  password_changed: "Password changed",
  second_factor_on: "Second factor on",
  second_factor_off: "Second factor off",
  recovery_code_used: "Recovery code used",
  user_added: "Person added",
  user_disabled: "Account closed",
  user_enabled: "Account opened again",
  user_removed: "Person removed",
  settings_changed: "Setting changed",
  approval_asked: "Asked for a yes",
  approval_given: "Said yes",
  approval_refused: "Said no",
  approval_void: "Answer that did not count",
  grant_given: "Yes for a site",
  effect: "Something of consequence",
  tool: "Tool",
  exported: "Taken out",
  run: "Run of a worker",
  secret: "Secret for runs",
  deleted: "Deleted",
  lease: "A lease on a tab stands otherwise",
  key_rotated: "Another key signs",
};

/** What happened. A kind of a later server is told by its own word. */
export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind.replaceAll("_", " ");
}

/** The detail that says most, for the line that is read first. */
export function rowWords({ details }: AuditRow): string {
  const text = (name: string): string | null => {
    const value = details[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return (
    text("shown") ??
    text("action") ??
    text("tool") ??
    text("what") ??
    text("network") ??
    text("origin") ??
    text("status") ??
    ""
  );
}
