import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { posix } from "node:path";
import { base } from "./settings.js";

/** Finds links in the HTML of a site that lead to no file, or to no element of a page. */
export function findBrokenLinks(folder: string): readonly string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".html"))
      .map((name) => [name, readFileSync(`${folder}/${name}`, "utf8")] as const),
  );
  const ids = new Map([...pages].map(([name, html]) => [name, new Set(listAttributes(html, "id"))]));
  return [...pages].flatMap(([name, html]) =>
    [...new Set([...listAttributes(html, "href"), ...listAttributes(html, "src")])]
      .filter((target) => !/^(https?:|data:|mailto:)/.test(target) && !leadsSomewhere(name, target))
      .map((target) => `${name} links to ${target}, which does not exist`),
  );

  function leadsSomewhere(page: string, target: string): boolean {
    const url = new URL(decode(target), `http://site${base}${page}`);
    if (!url.pathname.startsWith(base)) return false;
    const path = decodeURIComponent(url.pathname.slice(base.length));
    const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
    if (!existsSync(posix.join(folder, file)) || !statSync(posix.join(folder, file)).isFile()) return false;
    return url.hash === "" || (ids.get(file)?.has(decodeURIComponent(url.hash.slice(1))) ?? false);
  }
}

const listAttributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g"))].map(([, value = ""]) => decode(value));

const decode = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#39;", "'").replaceAll("&quot;", '"');
