import { existsSync } from "node:fs";

/** Returns the path of Chromium. The variable `CHROMIUM` names another one than that of the Debian package. */
export function findChromium(): string {
  const path = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (existsSync(path)) return path;
  throw new Error(
    `Chromium is missing at ${path}: run \`apt-get update && apt-get install -y chromium\`, or set CHROMIUM to its path.`,
  );
}
