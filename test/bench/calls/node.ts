import { execFileSync } from "node:child_process";

/** The path of a Node: of a major version, which npx fetches if need be, or the path that was given. */
export function nodeAt(wanted: string): string {
  if (!/^\d+$/.test(wanted)) return wanted;
  const args = ["-y", "--prefer-offline", "-p", `node@${wanted}`, "node", "-p", "process.execPath"];
  return execFileSync("npx", args, { encoding: "utf8" }).trim();
}
