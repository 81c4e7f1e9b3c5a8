import type { Flaw } from "./flaws.js";
import { lineFlaws } from "./line-flaws.js";
import { oddDays, oddDurations, oddInstants } from "./odd-values.js";
import { type LineBody, lineId, pickOf, type RequestBody } from "./request-body.js";

type RequestFlaw = Flaw<RequestBody>;

/** Has every appointment of a request be there, so that something can be wrong with it. */
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

/** What can be wrong with a request as a whole. */
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

/** Everything that can be wrong, by name. */
export const requestFlaws: Readonly<Record<string, RequestFlaw>> = { ...wholeFlaws, ...lineFlaws };

/** Those that lead to rules which only some vehicles and lines have. */
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
