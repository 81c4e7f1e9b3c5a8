import { RegError, RegInputError } from "@reg/sdk";
import { expect, it } from "vitest";
import * as bottleneck from "../src/bottleneck.js";
import * as main from "../src/index.js";
import * as lessor from "../src/lessor/index.js";
import * as logger from "../src/logger.js";
import * as msw from "../src/msw.js";
import * as opentelemetry from "../src/opentelemetry.js";
import * as redis from "../src/redis/index.js";
import * as sandbox from "../src/sandbox/index.js";
import * as supplier from "../src/supplier/index.js";
import * as texts from "../src/texts/index.js";
import * as undici from "../src/undici/index.js";
import * as validation from "../src/validation.js";
import * as webhook from "../src/webhook/index.js";

// A value of a wrong type, from JavaScript or from JSON, is an error of the caller: never a raw TypeError.

const oddValues: readonly unknown[] = [
  undefined,
  null,
  7,
  "text",
  true,
  {},
  [],
  [null],
  [7],
  [{}],
  () => {},
  Symbol("odd"),
  1n,
  Number.NaN,
  { a: { b: 1 } },
  new Map(),
  Object.create(null),
  Object.defineProperty({}, "status", { enumerable: true, get: () => expect.fail("a getter") }),
];

const request = { id: "R-1", status: "Draft", components: [{ id: "C-1", status: { code: "Entered" } }], invoicing: {} };
const line = {
  id: "C-1",
  reg: { code: "1101" },
  operation: { code: "1" },
  reason: { code: "10" },
  subcomponents: [{}],
};
const allowed = [{ regCode: "3196", subcomponents: [{ regCode: "3101" }] }];

/** Arguments that can be used, or nearly, of the functions that read deep into theirs. */
const usable: Readonly<Record<string, readonly unknown[]>> = {
  possibleActions: [request, { kind: "service" }],
  phaseOf: [request],
  eventsBetween: [request, { ...request, status: "Approved" }],
  checkApproval: [request, {}],
  checkInvoice: [{ number: "1", vatLines: [{}] }, { request }],
  lineFor: [allowed, "3196", { reason: "10" }],
  lineFrom: [line, { price: 1 }],
  fittingTires: [
    { vehicle: { mountedTires: [{ positionCode1: "1", specifications: {} }] }, leaseContract: { tires: {} } },
    [{ id: 1 }],
    { position: ["1"], season: "Winter" },
  ],
  totalOf: [{ components: [{ price: 1, status: { code: "Denied" }, subcomponents: [{ price: 1 }] }] }],
  tirePurchase: [allowed, { tires: [{ tire: { id: 1 }, price: 1, quantity: 1 }] }],
  tireReplacement: [allowed, { position: ["1"], tire: { id: 1 }, disposed: [{}] }],
  tireSwap: [allowed, { positions: ["1"] }],
  describe: [new RegInputError("price", "is wrong"), { language: texts.nl }],
  createSupplierClient: [{ baseUrl: "https://reg.example", token: "t", headers: {} }],
  verifyWebhook: [
    { "webhook-id": "e-1", "webhook-timestamp": "7", "webhook-signature": "v1,AAAA" },
    "{}",
    { secret: [`whsec_${"A".repeat(40)}`], tolerance: 1, clock: { now: () => 7000, monotonic() {}, schedule() {} } },
  ],
  fail: [{ operation: "serviceRequests.create", with: { status: 500 }, matches: {} }],
};

/** Replaces each part of a value, down to the leaves, by an odd value. */
function* withOddParts(value: unknown): Generator<unknown> {
  yield* oddValues;
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value))
    for (const odd of withOddParts(part)) {
      const copy: object = Array.isArray(value) ? [...value] : { ...value };
      yield Object.assign(copy, { [name]: odd });
    }
}

/** What a function throws, or rejects with, that is no error of this package. */
async function findForeignErrors(name: string, call: (...args: unknown[]) => unknown): Promise<unknown[]> {
  const args = usable[name] ?? [undefined];
  const found: unknown[] = [];
  for (const [position, arg] of args.entries())
    for (const odd of withOddParts(arg))
      try {
        const result = await call(...args.with(position, odd));
        // The server of a sandbox.
        await Object(result).close?.();
      } catch (error) {
        if (!RegError.is(error)) found.push(`${name}: ${error}`);
      }
  return [...new Set(found)];
}

const entries = {
  main,
  supplier,
  lessor,
  sandbox,
  redis,
  undici,
  validation,
  msw,
  logger,
  opentelemetry,
  webhook,
  bottleneck,
  texts,
};

/** It is documented to throw a RangeError. */
const excepted = ["amsterdamDay"];

const functions = new Map(
  Object.values(entries)
    .flatMap((entry) => Object.entries(entry))
    .filter((exported): exported is [string, () => unknown] => typeof exported[1] === "function")
    // The arguments of errors and of other classes come from this package.
    .filter(([name]) => /^[a-z]/.test(name) && !excepted.includes(name)),
);

it.each([...functions])(
  "%s throws nothing but errors of this package for values of a wrong type",
  async (name, call) => {
    expect(await findForeignErrors(name, call)).toEqual([]);
  },
);

const opened = sandbox.createSandbox();
const methods = [opened, opened.supplier, opened.lessor, opened.clock, opened.journal].flatMap((owner) =>
  Object.entries(owner).filter((entry): entry is [string, () => unknown] => typeof entry[1] === "function"),
);

// `fetch` throws what fetch throws.
it.each(methods.filter(([name]) => name !== "fetch"))(
  "%s of a sandbox throws nothing but errors of this package for values of a wrong type",
  async (name, call) => {
    expect(await findForeignErrors(name, call)).toEqual([]);
  },
);
