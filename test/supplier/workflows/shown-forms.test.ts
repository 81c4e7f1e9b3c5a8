import { describe, expect, it } from "vitest";
import { damageLine, reading } from "../../sandbox/support.js";
import { failure } from "../../support/errors.js";
import { untyped } from "../../support/untyped.js";
import { createDenied, createOtherLine, editResponses, type Group, groups, listViolations, setUp } from "../support.js";

/**
 * Replaces the value at a path, in which `*` is each entry of a list. A change that needs a value skips a missing one.
 */
function replaceAt(json: unknown, [name, ...rest]: readonly string[], change: Form[1]): unknown {
  if (name === undefined) return json === undefined && change.length > 0 ? undefined : change(json);
  if (name === "*") return (json as unknown[]).map((each) => replaceAt(each, rest, change));
  const fields = json as Readonly<Record<string, unknown>>;
  return { ...fields, [name]: replaceAt(fields[name], rest, change) };
}

type Form = readonly [path: string, change: (value: unknown) => unknown];

const toNull = () => null;
const toText = String;
const codeOf = (value: unknown) => Reflect.get(Object(value), "code");

/** Forms of values that approval does not need. */
const optional: readonly Form[] = [
  "vehicle.licensePlate",
  "parking",
  "invoicing",
  "sublessorCode",
  "appointment.contact.phone",
  "appointment.checkoutDate",
  "appointment.supplierNumber",
  "components.*.supplierCode",
  "components.*.part",
  "components.*.damage",
  "components.*.warranty",
  "components.*.leniency",
  "components.*.location",
  "components.*.subcomponents",
  "components.*.reg.description",
  "components.*.operation.description",
  "components.*.operation.type",
  "components.*.reason.description",
  "components.*.status.description",
].map((path) => [path, toNull]);

/** Other forms of values that approval may need. */
const otherForms: readonly Form[] = [
  ["invoicing.totalAmountInvoiced", toText],
  ["invoicing.totalAmountInvoiced", () => "0.00"],
  ["vehicle.partialVin", () => 123456],
  ["vehicle.partialVin", (value) => ({ value })],
  ["appointment.estimatedDurationInDays", toText],
  ["appointment.estimatedDurationInDays", () => "P1D"],
  ["appointment.workshopDate", (value) => `${value}T00:00:00Z`],
  ["appointment.workshopDate", () => "15-06-2026"],
  ["appointment.workOrderNumber", () => 2041],
  ["appointment.contact", () => "Robin"],
  ["appointment.contact.phone", () => 31300000000],
  ["appointment", toText],
  ["components.*.id", (id) => String(id).replaceAll("-", "")],
  ["components.*.price", toText],
  ["components.*.price", (amount) => ({ amount })],
  ["components.*.value", Number],
  ["components.*.value", () => "48.210,0"],
  ["components.*.value", (value) => ({ value })],
  ["components.*.damage", () => "false"],
  ["components.*.damage", () => 0],
  ["components.*.warranty", () => false],
  ["components.*.location", () => ""],
  ["components.*.part", () => []],
  ["components.*.part", () => ({ partType: null, makeCode: null })],
  ["components.*.reg", codeOf],
  ["components.*.reg.code", Number],
  ["components.*.reg", (reg) => [reg]],
  ["components.*.operation", codeOf],
  ["components.*.operation.code", Number],
  ["components.*.reason", codeOf],
  ["components.*.reason.code", Number],
  ["components.*.status", (status) => ({ code: [status] })],
  ["components.*.subcomponents", () => ({})],
];

async function setUpShown(group: Group, workflow: "submit" | "resubmit", [path, change]: Form) {
  const setup = await setUp(group);
  const id = workflow === "submit" ? await setup.createDraft() : (await createDenied(setup)).id;
  const fetch = editResponses(setup.sandbox, (text, url) =>
    url.endsWith(id) ? JSON.stringify(replaceAt(JSON.parse(text), ["data", ...path.split(".")], change)) : text,
  );
  return { ...setup, id, requests: setup.createClient({ fetch })[group] };
}

describe.each(groups)("a request of %s that the service shows in another form", (group) => {
  describe.each(["submit", "resubmit"] as const)("can be sent with %s", (workflow) => {
    it.each([...optional, ...otherForms])("%s: %s", async (...form) => {
      const { requests, id, sandbox } = await setUpShown(group, workflow, form);
      await requests[workflow](id);
      sandbox.journal.assertCalls({ [`${group}.patch`]: 1 });
    });
  });
});

describe("what approval needs is missing if the service shows null", () => {
  it.each([
    ["vehicle", "RULE-APPROVAL vehicle.partialVin"],
    ["vehicle.partialVin", "RULE-APPROVAL vehicle.partialVin"],
    ["appointment.workOrderNumber", "RULE-APPROVAL appointment.workOrderNumber"],
    ["appointment.workshopDate", "RULE-APPROVAL appointment.workshopDate"],
    ["appointment.estimatedDurationInDays", "RULE-APPROVAL appointment.estimatedDurationInDays"],
    ["appointment.contact", "RULE-APPROVAL appointment.contact"],
    ["appointment.contact.name", "RULE-APPROVAL appointment.contact"],
    ["components.*.value", "RULE-APPROVAL components"],
    ["components.*.price", "RULE-REQUIRED components[1].price"],
    ["components.*.operation", "RULE-REQUIRED components[0].operation"],
    ["components.*.reason", "RULE-REQUIRED components[0].reason"],
  ])("%s", async (path, violation) => {
    const { requests, id } = await setUpShown("serviceRequests", "submit", [path, toNull]);
    expect(await listViolations(requests.submit(id))).toContain(violation);
  });

  it("also beside a value in another form", async () => {
    const setup = await setUp();
    const id = await setup.createDraft({ components: setup.lines.slice(1) });
    const fetch = editResponses(setup.sandbox, (text) => text.replace('"price":129.5', '"price":"129.50"'));
    const { serviceRequests } = setup.createClient({ fetch });
    expect(await listViolations(serviceRequests.submit(id))).toContain("RULE-APPROVAL components");
  });
});

describe("the option waive", () => {
  it.each(["submit", "createAndSubmit"] as const)("leaves a rule to the service: %s", async (workflow) => {
    const { requests, createDraft, sandbox } = await setUp();
    const content = { vehicle: { licensePlate: "AB-123-C" }, appointment: { workOrderNumber: "WO-1" } };
    const id = workflow === "submit" ? await createDraft({ ...content, components: [reading()] }) : "";
    const run = (options: object) =>
      workflow === "submit"
        ? requests.submit(id, options)
        : requests.createAndSubmit({ ...content, components: [reading()] }, options);
    const error = await failure(run({}), "precondition");
    const broken = error.violations.map(({ rule }) => rule);
    expect(broken).toContain("partial-vin");
    const rest = await failure(run({ waive: ["partial-vin"] }), "precondition");
    expect(rest.violations.map(({ rule }) => rule)).toEqual(broken.filter((rule) => rule !== "partial-vin"));
    // The sandbox has all of these rules.
    expect((await failure(run({ waive: broken }), "validation")).errors[0]?.code).toBe("SANDBOX-APPROVAL");
    expect(sandbox.journal.entries.filter(({ status }) => status === 400)).toHaveLength(1);
  });

  it.each(["partial-vin", ["partial-vine"], [5]])("accepts rules only, not %j", async (waive) => {
    const { requests } = await setUp();
    const error = await failure(requests.submit("R-1", { waive: untyped(waive) }), "input");
    expect(error.message).toContain('waive must be a list of rules, such as "partial-vin"');
  });
});

describe("amounts that the service shows as text", () => {
  const amounts = /"(total|totalAmount\w+)":(-?[\d.]+)/g;

  it.each(groups)("are read as amounts, of %s", async (group) => {
    const setup = await setUp(group);
    const id = await setup.createApproved();
    const fetch = editResponses(setup.sandbox, (text) =>
      text.replace(amounts, (_, name, amount) => `"${name}":"${Number(amount).toFixed(2)}"`),
    );
    const { [group]: requests } = setup.createClient({ fetch });
    const invoice = (options: object) => requests.invoice(id, { number: "2026-1", vatLines: [], ...options });
    expect(await listViolations(invoice({ total: 100 }))).toEqual(["REG-INV000018 total"]);
    expect(await invoice({})).toMatchObject({ created: true });
    expect(await listViolations(invoice({ total: 100 }))).toEqual(["RULE-INVOICE-NUMBER invoiceNumber"]);
    expect(await listViolations(requests.markNotInvoiced(id, {}))).toEqual(["RULE-PHASE invoicing"]);
    setup.sandbox.clock.advance({ days: 1 });
    expect(await listViolations(invoice({ number: "C-1", total: -500 }))).toEqual(["RULE-CREDIT total"]);
  });

  it("do not make a request of zero invoices an invoiced one", async () => {
    const setup = await setUp("damageServiceRequests");
    const id = await setup.createDraft({ components: [damageLine(), createOtherLine("damageServiceRequests")] });
    const fetch = editResponses(setup.sandbox, (text) =>
      text.replace(/"totalAmountInvoiced":0/g, '"totalAmountInvoiced":"0.00"'),
    );
    await setup.createClient({ fetch }).damageServiceRequests.submit(id);
  });
});
