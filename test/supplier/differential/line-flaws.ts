import { components } from "../../../src/sandbox/data/components.js";
import { contentFlaws } from "./content-flaws.js";
import type { Flaw } from "./flaws.js";
import { oddCodes } from "./odd-values.js";
import { type LineBody, type PartBody, pickOf, type RequestBody } from "./request-body.js";

type LineFlaw = Flaw<LineBody>;
type ContentFlaw = Flaw<PartBody>;
type Placed = Flaw<RequestBody>;

/** What can be wrong with a line only. */
const ownFlaws = {
  "no id": (line) => {
    delete line.id;
  },
  "no subcomponents": (line) => {
    delete line.subcomponents;
  },
  "one subcomponent more": (line, pick) => {
    line.subcomponents = [
      ...(line.subcomponents ?? []),
      { reg: { code: pickOf(oddCodes, pick) ?? "" }, price: 5 },
    ];
  },
} as const satisfies Record<string, LineFlaw>;

/** Two of them exclude each other, and the last one needs another beside it. */
const oddTogether = [["3166", "3167"], ["3156"]] as const;

/** What can be wrong with a line that can have subcomponents. */
const compoundFlaws = {
  "subcomponents that do not go together": (line, pick) => {
    const codes = pickOf(oddTogether, pick) ?? [];
    const possible = possibleParts(line).map(({ regCode }) => regCode);
    const more = codes.filter((code) => possible.includes(code)).map((code) => ({ reg: { code }, price: 5 }));
    line.subcomponents = [...(line.subcomponents ?? []), ...more];
  },
  "one subcomponent less": ({ subcomponents = [] }, pick) => {
    subcomponents.splice(pick % Math.max(1, subcomponents.length), 1);
  },
  "another of its subcomponents": (line, pick) => {
    const part = pickOf(possibleParts(line), pick);
    if (part !== undefined)
      line.subcomponents = [...(line.subcomponents ?? []), { reg: { code: part.regCode }, price: 5 }];
  },
  "a subcomponent twice": ({ subcomponents = [] }, pick) => {
    const part = pickOf(subcomponents, pick);
    if (part !== undefined) subcomponents.push(structuredClone(part));
  },
} as const satisfies Record<string, LineFlaw>;

/** What can be wrong with a subcomponent only. */
const partFlaws = {
  "a location of null": (part) => {
    part.location = null;
  },
} as const satisfies Record<string, ContentFlaw>;

function possibleParts({ reg }: LineBody) {
  return components.find(({ regCode }) => regCode === reg?.code)?.subcomponents ?? [];
}

const onLine =
  (flaw: LineFlaw): Placed =>
  (body, pick, text) => {
    const line = pickOf(body.components, pick);
    if (line !== undefined) flaw(line, Math.floor(pick / 7), text);
  };

const onCompound =
  (flaw: LineFlaw): Placed =>
  (body, pick, text) => {
    const lines = body.components?.filter((line) => possibleParts(line).length > 0);
    const line = pickOf(lines, pick);
    if (line !== undefined) flaw(line, Math.floor(pick / 7), text);
  };

const onPart =
  (flaw: ContentFlaw): Placed =>
  (body, pick, text) => {
    const lines = body.components?.filter(({ subcomponents = [] }) => subcomponents.length > 0);
    const part = pickOf(pickOf(lines, pick)?.subcomponents, Math.floor(pick / 3));
    if (part !== undefined) flaw(part, Math.floor(pick / 7), text);
  };

const named = <F>(flaws: Readonly<Record<string, F>>, prefix: string, place: (flaw: F) => Placed) =>
  Object.entries(flaws).map(([name, flaw]) => [`${prefix}: ${name}`, place(flaw)] as const);

/** Everything that can be wrong with a line or a subcomponent, by name. */
export const lineFlaws: Readonly<Record<string, Placed>> = Object.fromEntries([
  ...named<LineFlaw>({ ...contentFlaws, ...ownFlaws }, "line", onLine),
  ...named<LineFlaw>(compoundFlaws, "compound", onCompound),
  ...named<ContentFlaw>({ ...contentFlaws, ...partFlaws }, "part", onPart),
]);
