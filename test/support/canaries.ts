import { inspect } from "node:util";

/** Secrets that must not appear anywhere: setup.ts searches what every test produces for them. */
export const canaryToken = "canary-token-5f1c";
export const canarySecret = "canary-secret-93ab";

/** Every text that a log, a terminal or a debugger would show of a value, without truncation. */
export function textsOf(value: unknown): string[] {
  const unlimited = { maxArrayLength: null, maxStringLength: null, breakLength: Number.POSITIVE_INFINITY };
  return [
    () => inspect(value, { depth: 20, showHidden: true, getters: true, ...unlimited }),
    () => JSON.stringify(value) ?? "",
    () => String(value),
    () => (value instanceof Error ? `${value.message} ${value.stack}` : ""),
  ].map((show) => {
    try {
      return show();
    } catch {
      // What cannot be shown, such as a cycle as JSON, shows no secret.
      return "";
    }
  });
}
