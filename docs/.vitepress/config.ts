import { defineConfig, type MarkdownRenderer } from "vitepress";
import { readChapterGroups } from "./chapters.js";
import { toAnchor } from "./markdown.js";
import { base, modules } from "./settings.js";

const toLink = (path: string) => `/${path.replace(/\.md$/, "")}`;

/** Lets a line end between the words of a name, such as `serviceLevels.default.get`; copied text is not changed. */
function breakNames({ renderer }: MarkdownRenderer): void {
  // In text, only long names, such as those in headings: `TypeScript` and `NestJS` stay whole.
  const parts = { text: /<[^>]*>|[\w./{}]{16,}/g, code_inline: /<[^>]*>|[\w./{}]+/g };
  for (const [name, part] of Object.entries(parts)) {
    const render = renderer.rules[name];
    if (render === undefined) continue;
    renderer.rules[name] = (...args) =>
      render(...args).replaceAll(part, (found) => (found.startsWith("<") ? found : breakName(found)));
  }
}

function breakName(name: string): string {
  // In a wide window, a short name in a sentence stays whole: theme/style.css.
  const place = name.length < 40 ? '<wbr class="narrow">' : "<wbr>";
  return name.replaceAll(/(?<=\w[./])(?=[a-z{])|(?<=[a-z])(?=[A-Z])/g, place);
}

export default defineConfig({
  base,
  srcDir: ".vitepress/pages",
  title: "@reg/sdk",
  description: "Typed clients for the supplier and the lessor API",
  // Otherwise browsers ask for favicon.ico.
  head: [["link", { rel: "icon", href: "data:," }]],
  // The same anchors as on a code host.
  markdown: { anchor: { slugify: toAnchor }, config: breakNames },
  // Otherwise each page contains the list of all pages.
  metaChunk: true,
  // Otherwise each page loads the pages of all links that are visible.
  router: { prefetchLinks: false },
  themeConfig: {
    outline: [2, 3],
    nav: [
      { text: "Guides", link: "/" },
      { text: "Operations", link: "/operations/" },
      { text: "Error codes", link: "/codes" },
      { text: "API reference", link: "/api/" },
    ],
    sidebar: [
      { text: "Start", items: [{ text: "Introduction", link: "/" }] },
      ...readChapterGroups().map(({ name, chapters }) => ({
        text: name,
        items: chapters.map(({ title, path }) => ({ text: title, link: toLink(path) })),
      })),
      {
        text: "Reference",
        items: [
          { text: "Operations", link: "/operations/" },
          { text: "Error codes", link: "/codes" },
          { text: "Supplier API: what is known", link: "/reference/supplier-api" },
          { text: "Lessor API: what is known", link: "/reference/lessor-api" },
          { text: "Changelog", link: "/changelog" },
        ],
      },
      { text: "API reference", items: modules.map(({ name }) => ({ text: name, link: `/api/${name}/` })) },
    ],
    search: {
      provider: "local",
      options: {
        miniSearch: {
          searchOptions: {
            // The guides come before the many short pages of the API reference.
            boostDocument: (id: string) => (/\/(api|operations)\//.test(id) ? 0.1 : 1),
          },
        },
      },
    },
  },
});
