import { readFileSync } from "node:fs";
import {
  checkInvoice,
  lineFor,
  RegClosedError,
  RegConnectionError,
  type RegError,
  type RegErrorKind,
  RegInputError,
  RegPreconditionError,
  RegResponseError,
  RegStateError,
  RegThrottleError,
  RegTimeoutError,
  RegTokenError,
  type RuleId,
} from "@reg/sdk";
import { describe as describeError, en, nl, type Texts } from "@reg/sdk/texts";
import { describe, expect, it, test } from "vitest";
import { apiErrorFor } from "../../src/errors/errors.js";
import { thrown } from "../support/errors.js";
import { untyped } from "../support/untyped.js";
import { mistake, mistakes, problemWith, rules } from "./errors.js";

const dutch = (error: RegError) => describeError(error, { language: "nl" });
/** A text of the service, or of the message, which is not for a clerk. */
const personal = "Robin de Vries";

const ruleIds = Object.keys(rules) as RuleId[];

/** With an ordinary space after the sign of the euro, and `R-0` in the place of an id. */
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll(/[\da-f-]{36}/g, "R-0");

/** What no clerk should read: a value that is missing, a name of the code, an unfilled or empty place. */
const unreadable =
  /undefined|null|NaN|\[object|[{}$`]|=>|\(\)|\(\s|\s\)| {2}|\s[.,;:]|[a-z][A-Z]|components\[|RULE-|^[a-z\s]|[^.]$/;

function expectReadable(error: RegError): void {
  for (const language of ["en", "nl"] as const) {
    const texts = describeError(error, { language });
    expect(texts.length).toBe(Math.max(1, error.problems.length));
    for (const { text } of texts) expect(plain(text)).not.toMatch(unreadable);
  }
}

const dutchTexts: { readonly [Rule in RuleId]: string } = {
  "partial-vin": "Vul het gedeeltelijke chassisnummer in.",
  "work-order-number": "Vul het werkordernummer in.",
  "estimated-duration": "Vul de verwachte duur in dagen in.",
  "workshop-date": "Vul de werkplaatsdatum in.",
  "contact-person": "Vul de naam van de contactpersoon in.",
  reading: "Voeg een volledige regel met de kilometerstand of de urenstand toe.",
  "further-line": "Voeg naast de kilometer- of urenstand ten minste één regel toe.",
  "checkout-date": "Vul de ophaaldatum van de huurauto in.",
  "one-rental-line": "Een aanvraag voor een huurauto heeft precies één regel: de huurauto.",
  "damage-line": "Voeg ten minste één regel toe.",
  "license-plate": "Vul het kenteken in.",
  "field-missing": "Regel 2 (Olieverversing): vul de bewerking in.",
  "component-field": "Regel 2 (Olieverversing): vul de prijs in: dat is verplicht voor dit onderdeel.",
  "field-invalid": "Regel 2 (Olieverversing): de prijs 22,50 moet met een punt geschreven worden.",
  "field-unknown": "Brake pads: een veld wordt niet herkend; misschien is de prijs bedoeld. Waarschuw de beheerder.",
  "no-price": "Onderdeel 5401: een kilometer- of urenstand heeft geen prijs. Laat de prijs leeg.",
  "duplicate-line":
    "Regel 3 (onderdeel 1101): de aanvraag heeft deze regel al. Wijzig de bestaande regel, of verwijder deze.",
  "component-allowed":
    "Regel 2 (onderdeel 9999): dit onderdeel is voor dit voertuig niet toegestaan. Toegestaan: 5401 of 1101.",
  "operation-allowed":
    "Regel 2 (Olieverversing): bewerking 77 past niet bij dit onderdeel, of heeft een ander type. Toegestaan: 01.",
  "reason-allowed": "Regel 2 (Olieverversing): reden 00 is voor dit onderdeel niet toegestaan. Toegestaan: 20 of 22.",
  "location-allowed": "Regel 2 (Olieverversing): positie 2 L is voor dit onderdeel niet mogelijk. Mogelijk: 1 L of R.",
  "no-location": "Regel 1 (onderdeel 5401): dit onderdeel heeft geen positie. Laat de positie leeg.",
  "position-repeated": "Wisselen: positie 1 L is twee keer gekozen.",
  "subcomponent-allowed":
    "Regel 2 (Olieverversing): dit onderdeel kan subonderdeel 1 niet hebben. Toegestaan: 7202 of 7203.",
  "two-open-requests":
    "Dit voertuig heeft al twee openstaande aanvragen (R-1 en R-2). Voeg het werk toe aan een daarvan, of rond er eerst een af.",
  "open-request-for-work":
    "Dit voertuig heeft al een openstaande aanvraag voor reparatie, onderhoud of banden. Openstaand: R-1 en R-2. Voeg het werk daaraan toe, of rond die aanvraag eerst af.",
  "active-lessor": "De leasemaatschappij van dit voertuig is niet actief. Overleg met de leasemaatschappij.",
  "lease-start": "De werkplaatsdatum 15-06-2026 ligt voor het begin van het leasecontract op 01-07-2026.",
  "damage-allowed": "Regel 2 (onderdeel 1101): het contract staat geen regels met schade toe.",
  warranty:
    "Regel 2 (onderdeel 1101): de waarde No voor garantie wordt niet geaccepteerd. Toegestaan: Factory of Full.",
  leniency: "Regel 2 (Olieverversing): deze waarde voor coulance wordt niet geaccepteerd.",
  phase:
    "De aanvraag is in de fase facturering. Dit kan alleen in de fase concept of reactie. Factureer wat nog openstaat, of wijzig de aanvraag eerst.",
  "already-invoiced": "De aanvraag is al gefactureerd en kan niet meer worden gewijzigd.",
  "read-only": "De aanvraag kan niet worden gewijzigd.",
  "other-content":
    "Aanvraag R-0 bestaat al, en bijlage 1 is daar anders of ontbreekt. Wijzig die aanvraag of voeg het bestand daar toe; gebruik alleen voor ander werk een ander werkordernummer.",
  "line-exists": "De aanvraag heeft deze regel niet of niet meer.",
  "line-cancelled": "Regel 3 (onderdeel 2201): deze regel is geannuleerd. Voeg een nieuwe regel toe.",
  "rental-request": "Dit is geen aanvraag voor een huurauto. Kies de aanvraag voor de huurauto.",
  "extension-days": "Het aantal dagen van de huur is al 3, en u geeft 2 op. Geef het totale aantal dagen op.",
  "extension-comment": "Voor een verlenging van de huur is een toelichting verplicht.",
  "removal-limit":
    "Het aantal bekende voertuigen dat zou worden verwijderd is 4, en ten hoogste 3 is toegestaan. Daarom is er geen verwijderd. Waarschuw de beheerder.",
  "sender-number": "Het nummer van de afzender is niet dat van uw bedrijf.",
  "sender-number-missing": "Het nummer van de afzender ontbreekt.",
  "invoice-number-zero": "Het factuurnummer mag niet 0 zijn.",
  "invoice-number-used":
    "De aanvraag heeft al een andere factuur met dit nummer, over € 129,50. Gebruik een ander nummer.",
  "invoice-before-workshop": "De factuurdatum 14-06-2026 ligt voor de werkplaatsdatum 15-06-2026.",
  "invoice-before-checkout": "De factuurdatum 14-06-2026 ligt voor de ophaaldatum 16-06-2026.",
  "invoice-date-of-latest": "De factuurdatum is 14-06-2026, maar moet die van de laatste factuur zijn: 15-06-2026.",
  "debit-amount": "Het totaal is € 1.100,00, maar er staat € 129,50 open (exclusief btw).",
  "debit-above-zero": "Het totaal moet hoger zijn dan nul.",
  "nothing-due": "Er staat niets open om te factureren.",
  "marked-not-invoiced": "Voor deze aanvraag is vastgelegd dat er niet wordt gefactureerd.",
  "warranty-or-leniency": "Alle regels vallen onder garantie of coulance. Er is niets te factureren.",
  "discount-due": "Alleen de korting staat nog open. Maak een factuur voor de korting.",
  "credit-amount": "Er wordt € 200,00 gecrediteerd, maar er is ten hoogste € 129,50 gefactureerd.",
  "credit-in-archive": "Crediteren kan pas als de aanvraag gearchiveerd is.",
  "discount-of-damage": "Alleen een schade kan een korting hebben.",
  "discount-below-zero": "Het totaal van een korting moet lager zijn dan nul.",
  "discount-before-archive": "Een korting kan niet meer: de aanvraag is gearchiveerd.",
  "discount-first": "De leasemaatschappij wil eerst een factuur voor de korting.",
  "vat-line-amount": "Het bedrag van btw-regel 1 is onbekend.",
  "vat-amount": "Het bedrag van btw-regel 1 klopt niet: het is € 1,00, maar 5,5% van € 129,50 is € 7,12.",
  "vat-total": "De btw-regels zijn samen € 100,00, maar het totaal is € 129,50.",
};

describe("a rule", () => {
  it.each(ruleIds)("%s has a text in Dutch, and one in English", async (rule) => {
    const error = await rules[rule]();
    const index = error.problems.indexOf(problemWith(rule, error));
    const [{ text = "" } = {}] = dutch(error).slice(index);
    expect(plain(text)).toBe(dutchTexts[rule]);
    expect(describeError(error, { language: "en" })[index]?.text).not.toBe(text);
    expectReadable(error);
  });

  it("vat-amount has a text for a percentage that cannot be", () => {
    const draft = { vatLines: [{ percentage: 210, base: 129.5, amount: 1 }], total: 129.5 };
    const error = new RegPreconditionError(checkInvoice(untyped(draft)).filter(({ rule }) => rule === "vat-amount"));
    expect(plain(dutch(error)[0]?.text ?? "")).toBe(
      "Het percentage van btw-regel 1 klopt niet: het is 210%, maar moet van 0 tot en met 100% zijn.",
    );
    expectReadable(error);
  });

  it("has the values of docs/errors.md, and optional ones may be missing", async () => {
    const chapter = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
    const rows = [...chapter.matchAll(/^\| `([a-z-]+)` \| `(?:RULE|REG)-\S+` \| .* \| ([^|]*)\|$/gm)];
    expect(rows.map(([, rule]) => rule).sort()).toEqual([...ruleIds].sort());
    // Those that a text has in another form.
    const derived: readonly string[] = ["phase: next", "field-invalid: value", "other-content: field"];
    for (const [, rule, column = ""] of rows) {
      const documented = [...column.matchAll(/`(\w+\??)`/g)].map(([, name = ""]) => name);
      const error = await rules[rule as RuleId]();
      const problem = problemWith(rule as RuleId, error);
      const used = Object.keys(JSON.parse(dumpOf(error, rule as RuleId)));
      const names = documented.map((name) => name.replace("?", ""));
      const isDerived = (name: string) => derived.includes(`${rule}: ${name}`);
      const compared = (list: readonly string[]) => list.filter((name) => !isDerived(name)).sort();
      expect([rule, compared(used.filter((name) => name !== "field"))]).toEqual([rule, compared(names)]);
      const optional = documented.filter((name) => name.endsWith("?")).map((name) => name.replace("?", ""));
      const rest = Object.entries(problem.values ?? {}).filter(([name]) => !optional.includes(name));
      expectReadable(new RegPreconditionError([untyped({ ...problem, values: Object.fromEntries(rest) })]));
    }
  });

  it("that this version does not know has the text of the kind", () => {
    const problem = { rule: "constructor", code: "RULE-NEW", description: "d", context: { fieldName: "x" } };
    expect(dutch(new RegPreconditionError([untyped(problem)]))).toEqual([
      { text: "De aanvraag voldoet niet aan de regels. Er is niets gewijzigd.", field: "x" },
    ]);
  });
});

/** Texts that show the values that they get. */
const dump: Texts = {
  ...en,
  rules: untyped(Object.fromEntries(ruleIds.map((rule) => [rule, (values: object) => JSON.stringify(values)]))),
};

function dumpOf(error: RegError, rule: RuleId): string {
  const texts = describeError(error, { language: dump });
  return texts[error.problems.indexOf(problemWith(rule, error))]?.text.replace(/^[^{]*/, "") ?? "";
}

describe("a mistake in the arguments of a builder", () => {
  it.each(mistakes.map((build) => mistake(build)))("has a text: %s", (error) => {
    expectReadable(error);
  });

  it.each([
    ["de prijs 22,50 moet met een punt geschreven worden.", 0],
    ["de prijs 22,505 moet een bedrag in euro's zijn, met ten hoogste twee decimalen.", 1],
    ["de prijs moet een bedrag in euro's zijn, met ten hoogste twee decimalen.", 2],
    ["de waarde -5 moet een getal vanaf 0 zijn, met een punt voor de decimalen.", 5],
  ])("names the line, the field and the value: %s", (text, index) => {
    const [build = expect.fail()] = mistakes.slice(index);
    expect(dutch(mistake(build)).map((each) => each.text)).toEqual([`Brake pads: ${text}`]);
  });

  it("tells a mistake of the program from one of the clerk: an amount that is right, but a text", () => {
    const [build = expect.fail()] = mistakes;
    const { context } = mistake(build).problems[0] ?? expect.fail();
    const problem = { context, rule: "field-invalid", values: { expected: "euros", value: "22.50" } };
    const [{ text = "" } = {}] = dutch(new RegPreconditionError([untyped({ ...problem, code: "RULE-INVALID" })]));
    expect(text).toBe(
      "De prijs 22.50 is goed, maar het programma geeft het bedrag niet als getal door. Waarschuw de beheerder.",
    );
  });

  it("names a reading by what it reads, and the subcomponent that has the field", () => {
    const texts = mistakes.flatMap((build) => dutch(mistake(build)).map(({ text }) => text));
    expect(texts).toEqual(
      expect.arrayContaining([
        "Onderdeel 5401: de kilometerstand 48,21 moet een geheel getal vanaf 0 zijn.",
        "Onderdeel 5449: de urenstand 1,5 moet met een punt geschreven worden.",
        "Brake pads: de prijs 0,001 van subonderdeel 1 moet een bedrag in euro's zijn, met ten hoogste twee decimalen.",
        "Brake pads: vul de bewerking van subonderdeel 1 in; mogelijk: 01 of 02.",
      ]),
    );
  });
});

const api = (status: number) => apiErrorFor({ status, problem: { errors: [] } });
const errors: { readonly [Kind in RegErrorKind]: RegError } = {
  api: api(418),
  validation: api(400),
  authentication: api(401),
  permission: api(403),
  "not-found": api(404),
  conflict: api(409),
  archived: api(410),
  "rate-limit": api(429),
  server: api(500),
  connection: new RegConnectionError(`reset ${personal}`, { sent: true }),
  timeout: new RegTimeoutError("late", { limit: "deadline", limitMs: 5 }),
  response: new RegResponseError("cut off", { status: 200 }),
  precondition: new RegPreconditionError([]),
  input: new RegInputError("baseUrl", "must be a URL"),
  token: new RegTokenError("expired"),
  state: new RegStateError("locked", { reason: "locked" }),
  throttle: new RegThrottleError("full", { reason: "full" }),
  closed: new RegClosedError("closed"),
};

describe("an error without problems", () => {
  it.each(Object.entries(errors))("of the kind %s has a text about what to do", (kind, error) => {
    expect(error.kind).toBe(kind);
    expectReadable(error);
    const texts = dutch(error).map(({ text }) => text);
    expect(texts).toEqual([expect.not.stringContaining(personal)]);
    expect(Object.entries(errors).filter(([, other]) => dutch(other)[0]?.text === texts[0])).toHaveLength(
      kind === "rate-limit" || kind === "throttle" ? 2 : 1,
    );
  });

  it("whose outcome is not known says so, whatever its kind and problems are", () => {
    const expected = [{ text: "Het is niet zeker of dit is verwerkt. Controleer dat voordat u het opnieuw probeert." }];
    expect(dutch(new RegConnectionError("reset", { sent: true, outcome: "unknown" }))).toEqual(expected);
    const problem = { errors: [{ code: "REG-INV000018", description: "", context: {} }] };
    expect(dutch(apiErrorFor({ status: 500, problem, outcome: "unknown" }))).toEqual(expected);
  });
});

describe("an error of the service", () => {
  const rejected = (status: number, code: string, fieldName?: unknown) =>
    dutch(apiErrorFor({ status, problem: { errors: [{ code, description: personal, context: { fieldName } }] } }));

  it("has the text of its code", () => {
    expect(rejected(400, "REG-INV000018", "total")).toEqual([
      { text: "Het totaal is niet het bedrag dat openstaat.", field: "total" },
    ]);
  });

  it("with a code that is not known has the text of its kind, with the line, the field and the code", () => {
    expect(rejected(400, "REG-SVC000999", "components[1].price")).toEqual([
      {
        text: "Regel 2: de service accepteert de prijs niet. Controleer de invoer. Foutcode: REG-SVC000999.",
        field: "components[1].price",
        line: { index: 1 },
      },
    ]);
    expect(rejected(404, "REG-SVC000999")).toEqual([
      { text: "Dit is niet gevonden. Controleer het kenteken of de aanvraag. Foutcode: REG-SVC000999." },
    ]);
  });

  it.each([personal, "constructor", ""])("does not show %j in the place of its code", (code) => {
    expect(rejected(400, code, 7)).toEqual([
      { text: "De service accepteert deze gegevens niet. Controleer de invoer." },
    ]);
  });

  it.each(Object.keys(nl.codes))("%s has a text in both languages", (code) => {
    expectReadable(apiErrorFor({ status: 400, problem: { errors: [{ code, description: "", context: {} }] } }));
  });
});

describe("the field of an input error", () => {
  it.each([
    ["attachments[0].name", "De naam van bijlage 1 is niet geldig. Controleer de invoer."],
    ["discount.total", "Het totaal van de korting is niet geldig. Controleer de invoer."],
    ["vehicle.licensePlate", "Het kenteken is niet geldig. Controleer de invoer."],
    ["components[1].part.loadIndex", "Regel 2: dit veld van de band is niet geldig. Controleer de invoer."],
    ["components[1]", "Regel 2: deze regel is niet geldig. Controleer de invoer."],
    ["constructor", "Deze gegevens zijn niet geldig. Waarschuw de beheerder."],
  ])("%s is in its text, if it has a word", (field, text) => {
    expect(dutch(new RegInputError(field, "is wrong"))).toMatchObject([{ text, field }]);
  });
});

test("a list shows ten entries at most", () => {
  const allowedComponents = Array.from({ length: 12 }, (_, index) => ({ regCode: `${1000 + index}` }));
  const [{ text = "" } = {}] = dutch(mistake(() => lineFor(allowedComponents, "9999")));
  expect(text).toContain("Toegestaan: 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009 of ….");
});

test("each form of a value and each phase has a text, with its field and line", () => {
  for (const expected of Object.keys(nl.forms)) {
    const values = { expected, value: "1" };
    const context = { fieldName: "components[0].price" };
    const violation = { rule: "field-invalid", code: "RULE-INVALID", description: "", context, values };
    expectReadable(new RegPreconditionError([untyped(violation)]));
  }
  for (const phase of Object.keys(nl.phases)) {
    const values = { phase, allowed: Object.keys(nl.phases) };
    const violation = { rule: "phase", code: "RULE-PHASE", description: "", context: { fieldName: "status" }, values };
    const error = new RegPreconditionError([untyped(violation)]);
    expectReadable(error);
    expect(dutch(error)[0]?.text).toMatch(/fase [a-z]+\. .*fase concept, .* of archief\. [A-Z]/);
  }
});

test("texts of your own, and changed ones of this package, can be given", async () => {
  const language: Texts = { ...nl, rules: { ...nl.rules, reading: "wat is de kilometerstand?" } };
  const error = await rules.reading();
  const texts = describeError(error, { language }).map(({ text }) => text);
  expect(texts).toContain("Wat is de kilometerstand?");
  expect(texts).toContain("Vul het kenteken in.");
});

test.each([
  ["error", new Error("x"), { language: "nl" }],
  ["error", undefined, { language: "nl" }],
  ["language", api(400), { language: "fr" }],
  ["language", api(400), {}],
  ["language", api(400), { language: null }],
  ["language", api(400), undefined],
])("another %s is an input error", (field, error, options) => {
  expect(thrown(() => describeError(untyped(error), untyped(options)), "input").field).toBe(field);
});
