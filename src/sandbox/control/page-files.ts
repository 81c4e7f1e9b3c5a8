import { readFile } from "node:fs/promises";
import type { ControlReply } from "./control-reply.js";

const files: Readonly<Record<string, readonly [name: string, type: string]>> = {
  "/page": ["index.html", "text/html; charset=utf-8"],
  "/page/": ["index.html", "text/html; charset=utf-8"],
  "/page/app.js": ["app.js", "text/javascript; charset=utf-8"],
  "/page/style.css": ["style.css", "text/css; charset=utf-8"],
  "/page/icon.svg": ["icon.svg", "image/svg+xml"],
};

/** The folder of the built page, seen from the folders of code in dist, and from this file. */
const folders = ["../sandbox-page", "../../../dist/sandbox-page"];

/** A file of the page; undefined if the path is not that of one. The files contain no data of the sandbox. */
export async function readPageFile(path: string): Promise<ControlReply | undefined> {
  if (!Object.hasOwn(files, path)) return undefined;
  const [name, type] = files[path] ?? ["", ""];
  for (const folder of folders) {
    const text = await readFile(`${import.meta.dirname}/${folder}/${name}`, "utf8").catch(() => undefined);
    if (text !== undefined) return { status: 200, type, text };
  }
  const text = "The files of the page are missing. In a checkout of the package, npm run build creates them.\n";
  return { status: 404, type: "text/plain; charset=utf-8", text };
}
