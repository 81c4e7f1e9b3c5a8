import { readFileSync } from "node:fs";
import type { Fetch } from "@reg/sdk";
import { parse } from "yaml";

/** A fetch whose responses consist of canaries: values that are valid for their form and recognisable in any text. */
export interface CanaryFetch extends Fetch {
  /** The canaries that were sent so far. */
  readonly sent: ReadonlySet<string>;
  /** Throws an error that names the canaries which a text contains. */
  expectNone(text: string): void;
}

/** Texts of the documents, which a service shares with every other one. */
const documentedTexts = new Set(
  enumeratedTexts(parse(readFileSync(new URL("../../../openapi/supplier.yaml", import.meta.url), "utf8"))),
);

/** Without these a client gets no token. */
const keptFields = new Set(["access_token", "token_type", "expires_in"]);

/** Codes may be reported. */
const errorCode = /^(REG|SANDBOX)-[A-Z0-9-]+$/;

/**
 * Creates a fetch that replaces every text and number in a response by a canary: ids, names, license plates, dates,
 * amounts. Equal values get equal canaries. In a request they are replaced by the values again, so that reads of what
 * lists name succeed. Values of enumerations in the documents and error codes stay.
 *
 * @param secrets further values that no text may contain, such as tokens
 */
export function createCanaryFetch(fetch: Fetch, secrets: readonly string[] = []): CanaryFetch {
  const canaries = new Map<string, string | number>();
  const originals = new Map<string, string>();
  const sent = new Set(secrets);

  const canaryFor = (value: string | number): string | number => {
    const key = JSON.stringify(value);
    const canary = canaries.get(key) ?? createCanary(value, canaries.size);
    canaries.set(key, canary);
    originals.set(String(canary), String(value));
    sent.add(String(canary));
    return canary;
  };
  const replace = (value: unknown, field?: string): unknown => {
    if (field === "access_token") sent.add(String(value));
    if (keptFields.has(field ?? "")) return value;
    if (typeof value === "number") return canaryFor(value);
    if (typeof value === "string") return isPublic(value) ? value : canaryFor(value);
    if (Array.isArray(value)) return value.map((item) => replace(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replace(item, name)]));
  };
  const restore = (url: string) => {
    const parsed = new URL(url);
    const restored = parsed.pathname.split("/").map((part) => {
      const original = originals.get(decodeURIComponent(part));
      return original === undefined ? part : encodeURIComponent(original);
    });
    parsed.pathname = restored.join("/");
    for (const [name, value] of [...parsed.searchParams]) parsed.searchParams.set(name, originals.get(value) ?? value);
    return parsed.href;
  };

  const withCanaries: Fetch = async (url, init) => {
    const response = await fetch(restore(url), init);
    const headers = new Headers(response.headers);
    const location = headers.get("location");
    if (location !== null)
      headers.set(
        "location",
        location.replace(/[^/]+$/, (id) => String(canaryFor(id))),
      );
    if (headers.has("content-disposition"))
      headers.set("content-disposition", `attachment; filename="${canaryFor("file.jpg")}"`);
    const isJson = response.headers.get("content-type") === "application/json";
    const content = isJson ? JSON.stringify(replace(await response.json())) : response.body;
    return new Response(content, { status: response.status, headers });
  };
  return Object.assign(withCanaries, {
    sent,
    expectNone(text: string) {
      const found = [...sent].filter((canary) => text.includes(canary));
      const lookalikes = text.match(/canary[\w-]*/gi) ?? [];
      if (found.length + lookalikes.length > 0)
        throw new Error(`the text contains canaries: ${[...found, ...lookalikes].slice(0, 5).join(", ")}`);
    },
  });
}

const isPublic = (text: string) => documentedTexts.has(text) || errorCode.test(text);

/** Creates the canary with a number. */
function createCanary(value: string | number, index: number): string | number {
  if (typeof value === "number") return 170_717_000 + index + (Number.isInteger(value) ? 0 : 0.17);
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayOf(index);
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `${dayOf(index)}T07:17:07Z`;
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-/i.test(value)) return `ca9a9700-0000-4000-8000-${digits(index, 12)}`;
  if (/^-?\d+(\.\d+)?$/.test(value)) return `1717${digits(index, 5)}.77`;
  if (/^https?:/.test(value)) return `https://canary.example/${index}`;
  return `Canary-${digits(index, 4)}`;
}

const day = 24 * 60 * 60 * 1000;

/** A day long after all others. */
const dayOf = (index: number) => new Date(Date.UTC(2077, 0, 1) + index * day).toISOString().slice(0, 10);

const digits = (number: number, length: number) => String(number).padStart(length, "0");

function enumeratedTexts(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === "enum" ? (inner as string[]) : name === "const" ? [String(inner)] : enumeratedTexts(inner),
  );
}
