import fc from "fast-check";
import { components } from "../../../src/sandbox/data/components.js";
import {
  oddCodes,
  oddDays,
  oddDecimals,
  oddDurations,
  oddIds,
  oddInstants,
  oddLocations,
  oddOperations,
  oddPrices,
  oddReasons,
} from "./odd-values.js";
import { type LineBody, lineId, type PartBody, pickOf, type RequestBody } from "./requests.js";

/** A flaw: its name, its position and its value. */
export interface FlawPlan {
  readonly name: string;
  /** The index of the affected element, modulo their number. */
  readonly pick: number;
  /** For flaws that take any text. */
  readonly text: string;
}

/** Applies a flaw to a body. */
export type Flaw<Body> = (body: Body, pick: number, text: string) => void;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.stringMatching(/^\d{4}-\d\d-\d\d$/),
  fc.stringMatching(/^20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(\.\d+)?(Z|[+-][0-2]\d:\d\d)$/),
  fc.stringMatching(/^-?\d*\.?\d*$/),
);

/** No flaw, a few, or many. Some flaws are more likely than others. */
export function flawsOf(
  all: Readonly<Record<string, unknown>>,
  likely: readonly string[],
): fc.Arbitrary<FlawPlan[]> {
  const flaw = fc.record(
    {
      name: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...Object.keys(all)) },
        { weight: 2, arbitrary: fc.constantFrom(...likely) },
      ),
      pick: fc.nat(5_000),
      text,
    },
    { noNullPrototype: true },
  );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<FlawPlan[]>([]) },
    { weight: 6, arbitrary: fc.array(flaw, { minLength: 1, maxLength: 2, size: "max" }) },
    { weight: 2, arbitrary: fc.array(flaw, { minLength: 3, maxLength: 12, size: "max" }) },
  );
}

/** Applies flaws to a body, one after the other. */
export function spoil<Body>(
  body: Body,
  all: Readonly<Record<string, Flaw<Body>>>,
  flaws: readonly FlawPlan[],
): Body {
  for (const { name, pick, text } of flaws) all[name]?.(body, pick, text);
  return body;
}

/** The flaws that a line or a subcomponent can have. */
const contentFlaws = {
  "an odd id": (content, pick) => {
    content.id = pickOf(oddIds, pick) ?? "";
  },
  "another component": (content, pick) => {
    content.reg = { code: pickOf(oddCodes, pick) ?? "" };
  },
  "no reg": (content) => {
    delete content.reg;
    content.supplierCode = "MINE-1";
  },
  "a reg without a code": (content) => {
    content.reg = {};
  },
  "another operation": (content, pick) => {
    content.operation = { code: pickOf(oddOperations, pick) ?? "" };
  },
  "a type of operation": (content, pick) => {
    const code = pickOf(["1", "2", ""], pick) ?? "";
    content.operation = { ...content.operation, type: { code } };
  },
  "a type of operation without a code": (content) => {
    content.operation = { ...content.operation, type: {} };
  },
  "no operation": (content) => {
    delete content.operation;
  },
  "an operation without a code": (content) => {
    content.operation = {};
  },
  "another reason": (content, pick) => {
    content.reason = { code: pickOf(oddReasons, pick) ?? "" };
  },
  "no reason": (content) => {
    delete content.reason;
  },
  "a reason without a code": (content) => {
    content.reason = {};
  },
  "another location": (content, pick) => {
    content.location = [...(pickOf(oddLocations, pick) ?? [])];
  },
  "no location": (content) => {
    delete content.location;
  },
  "an odd value": (content, pick) => {
    content.value = pickOf(oddDecimals, pick) ?? "";
  },
  "no value": (content) => {
    delete content.value;
  },
  "an odd price": (content, pick) => {
    content.price = pickOf(oddPrices, pick) ?? 0;
  },
  "no price": (content) => {
    delete content.price;
  },
  "a part": (content) => {
    content.part = { partType: "Tire" };
  },
  "a base part": (content, pick) => {
    content.part = { partType: pickOf(["Base", "tire", ""], pick) ?? "" };
  },
  "a part without a type": (content) => {
    content.part = {};
  },
  "no part": (content) => {
    delete content.part;
  },
  damage: (content, pick) => {
    content.damage = pick % 4 > 0;
  },
  warranty: (content, pick) => {
    content.warranty = pickOf(["Factory", "Dealer", "factory", "None", ""], pick) ?? "";
  },
  leniency: (content, pick) => {
    content.leniency = pickOf(["Lessor", "lessor", "None", ""], pick) ?? "";
  },
  "a wild text": (content, pick, text) => {
    const { operation } = content;
    if (pick % 6 === 0) content.id = text;
    if (pick % 6 === 1) content.value = text;
    if (pick % 6 === 2) content.reg = { code: text };
    if (pick % 6 === 3) content.reason = { code: text };
    if (pick % 6 === 4) content.operation = { ...operation, code: text };
    if (pick % 6 === 5) content.location = [text];
  },
} as const satisfies Record<string, Flaw<PartBody>>;

type LineFlaw = Flaw<LineBody>;
type ContentFlaw = Flaw<PartBody>;
type Placed = Flaw<RequestBody>;

/** The flaws that only a line can have. */
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

/** Two of them exclude each other, and the last one needs another one. */
const oddTogether = [["3166", "3167"], ["3156"]] as const;

/** The flaws of a line that can have subcomponents. */
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

/** The flaws that only a subcomponent can have. */
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

/** All flaws of a line or a subcomponent, by name. */
const lineFlaws: Readonly<Record<string, Placed>> = Object.fromEntries([
  ...named<LineFlaw>({ ...contentFlaws, ...ownFlaws }, "line", onLine),
  ...named<LineFlaw>(compoundFlaws, "compound", onCompound),
  ...named<ContentFlaw>({ ...contentFlaws, ...partFlaws }, "part", onPart),
]);

type RequestFlaw = Flaw<RequestBody>;

/** Returns the appointment of a request; adds an empty one if there is none, so that it can have flaws. */
function appointmentOf(body: RequestBody): NonNullable<RequestBody["appointment"]> {
  body.appointment ??= {};
  return body.appointment;
}

const contactOf = (body: RequestBody) => {
  const appointment = appointmentOf(body);
  appointment.contact ??= {};
  return appointment.contact;
};

const isReading = ({ reg }: LineBody) => reg?.code === "5401" || reg?.code === "5449";

const blank = (pick: number) => pickOf(["", " ", "\t"], pick) ?? "";

/** The flaws of a request as a whole. */
const wholeFlaws = {
  "no partial VIN": ({ vehicle }) => {
    delete vehicle.partialVin;
  },
  "a blank partial VIN": ({ vehicle }, pick) => {
    vehicle.partialVin = blank(pick);
  },
  "no appointment": (body) => {
    delete body.appointment;
  },
  "no work order number": (body) => {
    delete appointmentOf(body).workOrderNumber;
  },
  "a blank work order number": (body, pick) => {
    appointmentOf(body).workOrderNumber = blank(pick);
  },
  "no duration": (body) => {
    delete appointmentOf(body).estimatedDurationInDays;
  },
  "an odd duration": (body, pick) => {
    appointmentOf(body).estimatedDurationInDays = pickOf(oddDurations, pick) ?? 0;
  },
  "no workshop date": (body) => {
    delete appointmentOf(body).workshopDate;
  },
  "an odd workshop date": (body, pick) => {
    appointmentOf(body).workshopDate = pickOf(oddDays, pick) ?? "";
  },
  "no checkout date": (body) => {
    delete appointmentOf(body).checkoutDate;
  },
  "an odd checkout date": (body, pick) => {
    appointmentOf(body).checkoutDate = pickOf(oddInstants, pick) ?? "";
  },
  "no contact": (body) => {
    delete appointmentOf(body).contact;
  },
  "a contact without a name": (body) => {
    delete contactOf(body).name;
  },
  "a blank contact": (body, pick) => {
    contactOf(body).name = blank(pick);
  },
  "no lines": (body) => {
    delete body.components;
  },
  "an empty list of lines": (body) => {
    body.components = [];
  },
  "no reading": (body) => {
    body.components = body.components?.filter((line) => !isReading(line)) ?? [];
  },
  "only the reading": (body) => {
    body.components = body.components?.filter(isReading) ?? [];
  },
  "one line less": ({ components = [] }, pick) => {
    components.splice(pick % Math.max(1, components.length), 1);
  },
  "a line twice": ({ components = [] }, pick) => {
    const line = pickOf(components, pick);
    if (line !== undefined) components.push({ ...structuredClone(line), id: lineId(components.length + 20) });
  },
  "the same id twice": ({ components = [] }, pick) => {
    const [line, other] = [pickOf(components, pick), pickOf(components, pick + 1)];
    if (line?.id !== undefined && other !== undefined) other.id = line.id;
  },
  "a rental vehicle beside": (body) => {
    const components = body.components ?? [];
    const rental = { reg: { code: "9001" }, operation: { code: "40" }, reason: { code: "70" }, price: 50 };
    body.components = [...components, { id: lineId(components.length + 40), ...rental }];
  },
  "an oil service beside": (body) => {
    const components = body.components ?? [];
    const oil = { reg: { code: "1101" }, operation: { code: "01" }, reason: { code: "20" }, price: 50 };
    body.components = [...components, { id: lineId(components.length + 60), ...oil }];
  },
  "a wild text": (body, pick, text) => {
    const appointment = appointmentOf(body);
    const { vehicle } = body;
    if (pick % 6 === 0) vehicle.partialVin = text;
    if (pick % 6 === 1) vehicle.licensePlate = text;
    if (pick % 6 === 2) appointment.workOrderNumber = text;
    if (pick % 6 === 3) appointment.workshopDate = text;
    if (pick % 6 === 4) appointment.checkoutDate = text;
    if (pick % 6 === 5) appointment.contact = { name: text };
  },
  "a blank license plate": ({ vehicle }, pick) => {
    vehicle.licensePlate = blank(pick);
  },
  "no license plate": ({ vehicle }) => {
    delete vehicle.licensePlate;
  },
} as const satisfies Record<string, RequestFlaw>;

/** All flaws, by name. */
export const requestFlaws: Readonly<Record<string, RequestFlaw>> = { ...wholeFlaws, ...lineFlaws };

/** The flaws for rules that only some vehicles and lines have. */
export const likelyRequestFlaws: readonly string[] = [
  "an odd workshop date",
  "an odd checkout date",
  "a line twice",
  "line: damage",
  "line: warranty",
  "line: another location",
  "line: another reason",
  "line: another operation",
  "line: no price",
  "line: one subcomponent more",
  "compound: another of its subcomponents",
  "compound: one subcomponent less",
  "compound: subcomponents that do not go together",
  "line: an odd price",
  "part: damage",
  "part: leniency",
  "part: another location",
];
