import { strictEqual } from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline, Readable } from "node:stream";
import timers from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Sandbox } from "@reg/sdk/sandbox";
import Bottleneck from "bottleneck";
import { parse } from "csv-parse";
import { fastify } from "fastify";
import Keyv from "keyv";
import { Webhook } from "standardwebhooks";
import ts from "typescript";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as bottleneckEntry from "../../src/bottleneck.js";
import { ruleViolation } from "../../src/domain/rules/violation.js";
import * as sdk from "../../src/index.js";
import * as loggerEntry from "../../src/logger.js";
import * as openTelemetryEntry from "../../src/opentelemetry.js";
import * as redisEntry from "../../src/redis/index.js";
import * as sandboxEntry from "../../src/sandbox/index.js";
import * as supplierEntry from "../../src/supplier/index.js";
import * as textsEntry from "../../src/texts/index.js";
import * as undiciEntry from "../../src/undici/index.js";
import * as validationEntry from "../../src/validation.js";
import * as webhookEntry from "../../src/webhook/index.js";
import { temporaryFolder } from "../support/folder.js";
import { findSnippet, snippets } from "./snippets.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Declares the names that the snippets use from earlier snippets or from the reader's own program. */
const given = `
import type { FleetItem, LessorClient, RequestDraft, SupplierClient, TokenStore } from "@reg/sdk";
import type { AllowedComponent, Invoice, InvoiceCreate, VatLineInput } from "@reg/sdk/supplier";
import type { Sandbox } from "@reg/sdk/sandbox";
declare global {
  const supplier: SupplierClient;
  const lessor: LessorClient;
  const fleet: FleetItem[];
  const sandbox: Sandbox;
  const id: string;
  const damageId: string;
  const lineId: string;
  const signal: AbortSignal;
  const invoice: InvoiceCreate;
  const pdf: Blob;
  const requests: SupplierClient["serviceRequests"];
  const allowed: AllowedComponent[];
  const form: RequestDraft;
  const notifyClerk: (id: string) => Promise<void>;
  const planInvoice: (id: string) => Promise<void>;
  const invoiceNumberOf: (id: string) => string;
  const delayBefore: (attempts: number, type?: string, error?: Error) => number;
  const clientOf: (account: string) => SupplierClient;
  const vendor: SupplierClient;
  const accountNames: readonly string[];
  const loadPlannedInvoices: () => Promise<{ id: string; number: string }[]>;
  const loadPdf: (number: string) => Promise<Blob>;
  const markInvoiced: (number: string, invoiceId: number) => Promise<void>;
  const renderPdf: (invoice: Invoice) => Promise<Blob>;
  const vatLines: VatLineInput[];
  const store: TokenStore;
  const loadToken: () => Promise<string>;
  const show: (field: string, text: string) => void;
}
`;

it("the snippets of README, AGENTS and docs compile", { timeout: 60_000 }, () => {
  expect(snippets.size).toBeGreaterThan(20);
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options: projectOptions } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // As strict as a reader's project is by default; the omitted checks are only for this project's style.
  const options = {
    ...projectOptions,
    noUnusedLocals: false,
    noPropertyAccessFromIndexSignature: false,
    experimentalDecorators: true,
  };
  const modules = new Map([...snippets].map(([name, code]) => [join(root, name), code]));
  const files = new Map([...modules, [join(root, "test/docs/given.ts"), given]]);
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (file) => files.get(file) ?? readFile.call(host, file);
  host.fileExists = (file) => files.has(file) || fileExists.call(host, file);
  host.getSourceFile = (file, target, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? getSourceFile.call(host, file, target, ...rest)
      : ts.createSourceFile(file, text, target);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const problems = [...modules.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const described = problems.map(({ file, start = 0, messageText }) => {
    const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
    const text = file?.text.split("\n")[line];
    return `${file?.fileName.split("/").at(-1)}: ${text?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  expect(described).toEqual([]);
});

/** The variables that the command `sandbox` prints. */
async function listenAndPrintVariables(sandbox: Sandbox) {
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  return {
    REG_BASE_URL: server.supplier.baseUrl,
    REG_TOKEN: await sandbox.supplier.token(),
    REG_LESSOR_BASE_URL: server.lessor.baseUrl,
    REG_CLIENT_ID: sandbox.lessor.clientId,
    REG_CLIENT_SECRET: sandbox.lessor.clientSecret,
  };
}

const fleetCsv = "plate,make,date,km\nAB-1,Volvo,2026-06-15,48210\nAB-2,Polestar,,\n";

/** The variables of several processes; the key consists of zeros, and the port is any. */
const cluster = {
  PORT: "0",
  REDIS_URL: "redis://127.0.0.1:6379",
  REG_TOKEN_KEY: Buffer.alloc(32).toString("base64"),
};

/** Stands for the Redis of a reader. It has always one more unit. */
class Redis {
  async call(): Promise<unknown> {
    return [1, 0, 4999, 5000, 0, 0];
  }

  on(): void {}

  async connect(): Promise<void> {}

  disconnect(): void {}
}

/** Stand for a queue, which the examples run with a real Redis. */
const bullmq = {
  Queue: class {
    async add(): Promise<void> {}

    async upsertJobScheduler(): Promise<void> {}

    on(): void {}

    async close(): Promise<void> {}
  },
  Worker: class {
    on(): void {}

    async close(): Promise<void> {}
  },
};

const learnedShapes = JSON.stringify({ version: 1, bodies: {} });

const modules = {
  "@keyv/redis": { createKeyv: () => new Keyv() },
  bottleneck: { default: Bottleneck },
  bullmq,
  "csv-parse": { parse },
  fastify: { fastify },
  ioredis: { Redis },
  redis: { createClient: () => new Redis() },
  "node:assert/strict": { strictEqual },
  "node:events": { once: async () => [] },
  "node:fs": {
    createReadStream: () => Readable.from([fleetCsv]),
    openAsBlob: async () => new Blob(["%PDF"]),
    readFileSync: () => learnedShapes,
  },
  "node:fs/promises": { readFile, writeFile },
  "node:stream": { pipeline },
  "node:util": { isDeepStrictEqual },
  // A test that fails is an unhandled rejection, which fails this run.
  vitest: { expect, vi, test: (_: string, body: () => Promise<void>) => void body() },
  "@reg/sdk": sdk,
  "@reg/sdk/bottleneck": bottleneckEntry,
  "@reg/sdk/lessor": sdk,
  "@reg/sdk/logger": loggerEntry,
  "@reg/sdk/opentelemetry": openTelemetryEntry,
  "@reg/sdk/redis": redisEntry,
  "@reg/sdk/sandbox": sandboxEntry,
  "@reg/sdk/supplier": supplierEntry,
  "@reg/sdk/texts": textsEntry,
  "@reg/sdk/undici": undiciEntry,
  "@reg/sdk/validation": validationEntry,
  "@reg/sdk/webhook": webhookEntry,
  "node:timers/promises": timers,
};

/** A sandbox whose list of invoices has the form that docs/invoicing.md shows. */
function createOtherSandbox(): sandboxEntry.Sandbox {
  const toService: sdk.ServiceAdapter = {
    supplier: {
      "serviceRequests.invoices.list": {
        reverse: {
          response({ body }) {
            const { invoices } = body as { readonly invoices: readonly supplierEntry.Invoice[] };
            const renamed = invoices.map(({ id, invoiceNumber, invoiceDate, total }) => ({
              Id: id,
              InvoiceNumber: invoiceNumber,
              InvoiceDate: invoiceDate,
              Total: total,
            }));
            return { body: { Invoices: renamed } };
          },
        },
      },
    },
  };
  return sandboxEntry.createSandbox({ adapter: toService });
}

/** The request that a snippet is about. */
function chooseRequest(code: string): string {
  if (code.includes("resubmit")) return "response";
  if (code.includes(".approve(")) return "lessor";
  return /\binvoice|debit/.test(code) ? "invoicing" : "draft";
}

/** The names that a snippet uses from earlier snippets or from the reader's own program. */
type Given = Record<string, unknown> & {
  readonly supplier: sdk.SupplierClient;
  readonly id: string;
  /** A request in each phase, and a damage. */
  readonly ids: Readonly<Record<string, string>>;
};

/** What is different for one run of a snippet. */
interface RunOptions {
  /** Default: a new one. */
  readonly sandbox?: sandboxEntry.Sandbox;
  /** Returns names that are different from those in `given`. Default: none. */
  readonly replace?: (given: Given) => Record<string, unknown>;
  /** How often it runs at the same time, in one program. Default once. */
  readonly times?: number;
  /** How long a program that polls runs. Default: 500 ms. */
  readonly followsMs?: number;
}

/** Runs a snippet as JavaScript, against a sandbox, and returns what it printed. */
async function run(
  code: string,
  {
    sandbox = code.includes("ListedInvoice") ? createOtherSandbox() : sandboxEntry.createSandbox(),
    replace = () => ({}),
    times = 1,
    followsMs = 500,
  }: RunOptions = {},
): Promise<string[]> {
  const ids: Readonly<Record<string, string>> = await sandbox.seed("every-phase");
  const env = { ...(await listenAndPrintVariables(sandbox)), ...cluster };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const supplier = sdk.createSupplierClient();
  const lessor = sdk.createLessorClient();
  if (code.includes("createShapeRecorder")) await lessor.vehicles.put({ licensePlate: "AB-123-C" });
  const { components: allowed } = await supplier.contracts.components("AB-123-C");
  const { debit } = await supplier.serviceRequests.invoiceTemplates.list(ids["invoicing"] ?? "");
  const invoice = {
    ...debit,
    invoiceNumber: "2026-0001",
    invoiceDate: sdk.amsterdamDay(Date.now()),
    vatLines: [],
    total: 129.5,
  };
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const id = ids[chooseRequest(code)] ?? "";
  if (code.includes("assertCalls")) await supplier.serviceRequests.invoice(id, { vatLines: [], number: "2026-0001" });
  const printed: string[] = [];
  const given: Given = {
    supplier,
    lessor,
    fleet: [{ licensePlate: "AB-1", vehicle: {} }],
    sandbox,
    requests: supplier.serviceRequests,
    id,
    ids,
    damageId: ids["damage"],
    lineId: (await supplier.serviceRequests.get(id)).components.at(-1)?.id,
    allowed,
    signal: end.signal,
    invoice,
    pdf: new Blob(["%PDF"], { type: "application/pdf" }),
    form: { vehicle: { licensePlate: "AB-123-C" } },
    notifyClerk: async () => {},
    planInvoice: async () => {},
    invoiceNumberOf: (id: string) => `2026-${id}`,
    delayBefore: () => -1,
    clientOf: () => supplier,
    vendor: supplier,
    accountNames: ["workshop-1"],
    loadPlannedInvoices: async () => [{ id, number: "2026-0001" }],
    loadPdf: async () => new Blob(["%PDF"], { type: "application/pdf" }),
    markInvoiced: async () => {},
    vatLines: [],
    store: new Map(),
    loadToken: async () => env.REG_TOKEN,
    show: (...words: readonly unknown[]) => printed.push(words.join(" ")),
    console: {
      log: (...words: readonly unknown[]) => printed.push(words.join(" ")),
      warn: () => {},
      error: () => {},
    },
    renderPdf: async () => new Blob(["%PDF"], { type: "application/pdf" }),
    // The end of the snippet stands for every signal to the process.
    process: {
      env,
      once: (_: string, listener: () => void) => end.signal.addEventListener("abort", listener),
    },
    modules,
  };
  // A program that polls would not end.
  if (/\.follow\(|while \(!signal\.aborted\)/.test(code))
    setTimeout(() => end.abort("the end of the snippet"), followsMs).unref();
  // In the sandbox, the program is also the lessor.
  const isFollowing = code.includes(".follow(");
  sandbox.lessor.decideBy({ decide: "Approved", ...(isFollowing && { after: { ms: 1000 } }) });
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext },
  });
  const body = outputText
    .replaceAll(
      /^import (\{.*\}) from (".*");.*$/gm,
      (_, names: string, module: string) => `const ${names.replaceAll(" as ", ": ")} = modules[${module}];`,
    )
    .replaceAll(
      /^import (\w+) from (".*");.*$/gm,
      (_, name: string, module: string) => `const { default: ${name} } = modules[${module}];`,
    )
    .replaceAll(/"(fleet\.state|requests\.state|shapes\.json|orders\.json)"/g, (_, name: string) =>
      JSON.stringify(join(temporaryFolder(), name)),
    )
    .replace("export {};", "");
  const names = { ...given, ...replace(given) };
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const program = AsyncFunction(...Object.keys(names), `{ ${body} }`);
  const runs = Array.from({ length: times }, () => program(...Object.values(names)));
  for (const result of await Promise.allSettled(runs))
    if (result.status === "rejected" && result.reason !== end.signal.reason) throw result.reason;
  return printed;
}

/** Those of the recipes run in processes of their own: see recipes.slow.test.ts. */
const shortSnippets = [...snippets].filter(([name]) => !name.includes("recipes"));

it.each(shortSnippets)("%s runs against the sandbox", { timeout: 20_000 }, async (_, code) => {
  await run(code);
});

it("the README's first two programs print the requests of the sandbox", async () => {
  const programs = [...snippets.values()].filter((code) => code.includes("const { licensePlate, status } of"));
  expect(programs).toHaveLength(2);
  for (const program of programs) expect(await run(program)).toContain("AB-123-C Draft");
});

it("the program of docs/workshop.md invoices the request that it has created", async () => {
  const code = findSnippet("// A clerk has planned a repair.").replace("every: 2_000", "every: 1_000");
  const printed = await run(code, { followsMs: 4000 });
  const [id] = printed.find((line) => line.includes("has the status"))?.split(" ") ?? [];
  expect(printed).toContainEqual(expect.stringMatching(`^${id} is invoiced: \\d+$`));
});

describe("a snippet that changes requests or invoices", () => {
  const changing = shortSnippets.filter(([, code]) =>
    /\.(createAndSubmit|submit|resubmit|extendRental|invoice|markNotInvoiced|cancelOrDelete)\(/.test(code),
  );

  /**
   * Runs it; it may end with an error of this package, and creates nothing twice. Returns the changes that the service
   * has refused.
   */
  async function listRefused(code: string, options: RunOptions): Promise<string[]> {
    const sandbox = code.includes("ListedInvoice") ? createOtherSandbox() : sandboxEntry.createSandbox();
    await run(code, { ...options, sandbox }).catch((error: unknown) => {
      if (!sdk.RegError.is(error)) throw error;
    });
    sandbox.journal.assertNoDuplicateCreates();
    return sandbox.journal.entries
      .filter(({ method, status }) => method !== "GET" && Number(status) >= 400)
      .map(({ operationId, codes }) => `${operationId} ${codes}`);
  }

  // Those that upload show the operation itself, which does what it is told.
  it.each(changing.filter(([, code]) => !code.includes(".upload(")))(
    "%s creates nothing twice if it runs twice at once",
    async (_, code) => {
      await listRefused(code, { times: 2 });
    },
  );

  it.each(changing)("%s sends nothing that the service refuses, whatever the phase is", async (_, code) => {
    for (const phase of ["draft", "lessor", "response", "invoicing", "invoiced", "archived"])
      expect([phase, await listRefused(code, { replace: ({ ids }) => ({ id: ids[phase] }) })]).toEqual([phase, []]);
  });

  it.each(changing)("%s sends nothing that the service refuses for the other kind of request", async (_, code) => {
    const replace = ({ ids, supplier }: Given) => ({ id: ids["damage"], requests: supplier.damageServiceRequests });
    expect(await listRefused(code, { replace })).toEqual([]);
  });
});

it.each<[page: string, text: string, printed: string[]]>([
  [
    "docs/requirements.md",
    "rentalWithReading",
    [
      "Approval needs exactly one line, the rental vehicle: add it, or remove the other lines.",
      ...Array(3).fill("Approved"),
    ],
  ],
  ["docs/approval.md", "an entry of the lookup", ["9001 9002"]],
  ["docs/tires.md", "tireReplacement(allowed", ["535"]],
  ["docs/tires.md", "Tire storage costs", ["30"]],
  ["docs/rental.md", "extendRental", ["147.5", "245"]],
  ["docs/rental.md", "interface Rate", ["59"]],
  ["docs/invoicing.md", "vatOf(-129.5, 21)", ['[{"percentage":21,"base":129.5,"amount":27.2}]', "-27.2"]],
  ["docs/invoicing.md", "our own invoice system", ["0"]],
  ["docs/invoicing.md", 'warranty: "Full"', ["WillNotBeInvoicedForWarrantyOrLeniencyReasons"]],
  ["docs/attachments.md", "gauge.png", ["engine.jpg, gauge.png", "engine.jpg image/jpeg 3"]],
  ["docs/attachments.md", "attachments.upload(id, photo),", ["engine.jpg"]],
  ["docs/invoicing.md", "await damages.invoice(", ["true true"]],
  [
    "docs/service-levels.md",
    "priceOfOilService",
    ["default 129.5", "agreement 119", "cleared 129.5", "new default 133"],
  ],
  [
    "docs/contracts.md",
    "vehicle.vehicleMake",
    [
      "Opel true Noordzee Lease",
      "repairAndMaintenance true false Ask the lessor about work above 1000 euros.",
      "rentalVehicle true true Up to the class in the contract.",
      "false",
      "1",
    ],
  ],
  ["docs/contracts.md", "GH-789-J", ["REG-SVC000187"]],
  ["docs/lessors.md", "currentTire.get", ['[{"position":["1","L"],"size":"235/55 R19"}]']],
])("the snippet of %s with %s prints what it says", async (_, text, printed) => {
  expect(await run(findSnippet(text))).toEqual(printed);
});

it("the damage with a photo of docs/attachments.md is created once, also if it is called twice at once", async () => {
  const sandbox = sandboxEntry.createSandbox();
  sandbox.fail({ operation: "damageServiceRequests.attachments.upload", when: "after-commit", with: "reset" });
  const call = "damages.createAndSubmit(content, { attachments })";
  const code = findSnippet(call).replace(`await ${call}`, `(await Promise.all([${call}, ${call}]))[1]`);
  expect(await run(code, { sandbox })).toEqual([expect.stringMatching(/ (ApprovalRequested|Approved)$/)]);
  expect(sandbox.journal.of("damageServiceRequests.attachments.upload")).toHaveLength(1);
  expect(sandbox.journal.of("damageServiceRequests.create")).toHaveLength(1);
});

const discountAndDebit = 'damages.invoice(damageId, { number: "2026-0006", vatLines: { percentage: 21 }, discount })';

it("the discount and the debit of docs/invoicing.md are created once, also if they are asked for twice at once", async () => {
  const sandbox = sandboxEntry.createSandbox({ archive: "at-once" });
  const code = findSnippet("await damages.invoice(").replace(
    `await ${discountAndDebit}`,
    `(await Promise.all([${discountAndDebit}, ${discountAndDebit}]))[1]`,
  );
  expect(await run(code, { sandbox })).toEqual(["false false"]);
  sandbox.journal.assertCalls({ "damageServiceRequests.invoices.create": 3 });
});

it.each([
  ["a repair", "id", "discount-of-damage"],
  ["a draft", "(await damages.list()).serviceRequests.find(({ status }) => status === 'Draft').id", "phase"],
])("the discount and the debit of docs/invoicing.md are not sent for %s", async (of, id, rule) => {
  const sandbox = sandboxEntry.createSandbox();
  const group = of === "a repair" ? "serviceRequests" : "damageServiceRequests";
  const code = findSnippet("await damages.invoice(")
    .replace("supplier.damageServiceRequests", `supplier.${group}`)
    .replace("damages.invoice(damageId", `damages.invoice(${id}`);
  await expect(run(code, { sandbox })).rejects.toMatchObject({ violations: [{ rule }] });
  sandbox.journal.assertCalls({ [`${group}.invoices.create`]: 0 });
});

describe("the extension of docs/rental.md", () => {
  const code = findSnippet("requests.extendRental");
  const [call = ""] = /await requests\.extendRental\(.*\);/.exec(code) ?? [];
  const countPatches = (sandbox: Sandbox) => sandbox.journal.of("serviceRequests.patch").length;

  it("extends once if it is called twice at once, and again", async () => {
    const sandbox = sandboxEntry.createSandbox();
    const atOnce = `await Promise.all([1, 2].map(async () => { ${call} }));`;
    const printed = await run(code.replace(call, `${atOnce} ${call}`), { sandbox });
    expect([printed, countPatches(sandbox)]).toEqual([["147.5", "245"], 2]);
  });

  const draft =
    'requests.create({ status: "Draft", vehicle: { licensePlate: "NP-345-R" }, appointment: { checkoutDate: "2026-12-01T08:00:00Z" } })';

  it.each([
    ["a repair", "{ id: repairId }", "RULE-EXTENSION"],
    ["a draft of a rental without a line", `await ${draft}`, "RULE-APPROVAL"],
    [
      "a draft of a rental",
      `await ${draft.replace(" })", ', components: [rentalVehicle(allowed, "9001")] })')}`,
      "RULE-PHASE",
    ],
  ])("changes nothing of %s", async (_, other, expected) => {
    const sandbox = sandboxEntry.createSandbox();
    const callOther = call
      .replace("(id", "(other")
      .replace(";", ".catch(({ problems: [{ code }] }) => console.log(code));");
    const printed = await run(code.replace(call, `const { id: other } = ${other}; ${callOther}`), {
      sandbox,
      replace: ({ id }) => ({ repairId: id }),
    });
    expect([printed, countPatches(sandbox)]).toEqual([["147.5", expected, "147.5"], 0]);
  });
});

it("the receiver of docs/events.md handles an event once, and rejects one that was altered", async () => {
  const secret = `whsec_${Buffer.alloc(32, "key").toString("base64")}`;
  const body = JSON.stringify({ type: "denied", id: "e-0", kind: "service", request: { id: "R-1" }, lines: [] });
  const webhook = new Webhook(secret);
  const headers = {
    "webhook-id": "e-0",
    "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
    "webhook-signature": webhook.sign("e-0", new Date(), body),
  };
  const code = `${findSnippet("verifyWebhook(message.headers")}; for (const each of messages) statuses.push((await receive(each)).status);`;
  const statuses: number[] = [];
  const notified: string[] = [];
  const messages = [body, body, `${body} `].map(
    (text) => new Request("https://backend.example/reg-events", { method: "POST", headers, body: text }),
  );
  await run(code, {
    replace: () => ({
      messages,
      statuses,
      process: { env: { REG_WEBHOOK_SECRET: secret } },
      notifyClerk: async (request: string) => void notified.push(request),
    }),
  });
  expect(statuses).toEqual([204, 204, 400]);
  expect(notified).toEqual(["R-1"]);
});

it("the logger of docs/observability.md leaves out successful polls, and nothing else", async () => {
  const lines: string[] = [];
  const log = (event: sdk.RegEvent) => lines.push(`${event.operationId} ${event.type}`);
  const get = "await quiet.serviceRequests.get(id)";
  const failedPoll = `sandbox.fail({ operation: "serviceRequests.list", with: { status: 400 } }); await quiet.serviceRequests.list().catch(() => {})`;
  const code = `${findSnippet("const quiet =")}; ${get}; ${failedPoll};`.replace("const log = createLogger();", "");
  await run(code, { replace: () => ({ log }) });
  expect(lines).toContain("serviceRequests.get response");
  expect(lines).toContain("serviceRequests.list error");
  expect(lines).not.toContain("serviceRequests.list response");
});

it("the program of docs/copy-requests.md has the open requests in its table, and says each event once", async () => {
  const sandbox = sandboxEntry.createSandbox();
  const ids = { draft: "", repair: "" };
  const failReads = (status: 400 | 404, times: number) =>
    sandbox.fail({ operation: "serviceRequests.get", times, with: { status } });
  /** What happens before each round. A request that cannot be read is read in the next one. */
  const steps: ((given: Given) => unknown)[] = [
    async ({ supplier: { serviceRequests }, id }) => {
      ids.draft = (await serviceRequests.create({ status: "Draft", vehicle: { licensePlate: "KL-012-M" } })).id;
      ids.repair = id;
      failReads(400, 1);
    },
    () => {},
    async ({ supplier: { serviceRequests } }) => {
      await serviceRequests.delete(ids.draft);
      await serviceRequests.submit(ids.repair);
    },
    () => {},
    async ({ supplier: { serviceRequests } }) => {
      await serviceRequests.invoice(ids.repair, { vatLines: [], number: "2026-9001" });
      sandbox.clock.advance({ days: 1 });
      // Another request has ended at midnight, too.
      failReads(404, 2);
    },
    () => {},
  ];
  const stored = "for (const [id, row] of table) table.set(id, JSON.parse(JSON.stringify(row)));";
  const round = `await step(); console.log("round", index); await copyRequests(); ${stored}`;
  const rounds = `for (const [index, step] of steps.entries()) { ${round} }`;
  const open = "console.log([...table].filter(([, { end }]) => !end).map(([id]) => id).sort().join());";
  const listed = "console.log((await requests.list()).serviceRequests.map(({ id }) => id).sort().join());";
  const code = findSnippet("copyRequests").replace(/^while .*/ms, `${rounds} ${open} ${listed}`);
  const printed = await run(code, {
    sandbox,
    replace: (given) => ({ steps: steps.map((step) => () => step(given)) }),
  });
  const [last, before] = [printed.pop(), printed.pop()];
  expect(before).toBe(last);
  const lines = printed.map((line) => line.replace(ids.draft, "draft").replace(ids.repair, "repair"));
  expect(lines.filter((line) => /^(draft|repair|round) /.test(line))).toEqual([
    ...["round 0", "draft created"],
    ...["round 1", "repair created"],
    ...["round 2", "repair submitted", "repair approved", "repair ready-to-invoice", "draft draft-deleted"],
    "round 3",
    "round 4",
    ...["round 5", "repair archived"],
  ]);
});

it("the programs of docs/requirements.md and docs/tires.md run in one sandbox", async () => {
  const sandbox = sandboxEntry.createSandbox();
  vi.spyOn(sandbox, "seed").mockResolvedValue(await sandbox.seed("every-phase"));
  expect(await run(findSnippet("rentalWithReading"), { sandbox })).toContain("Approved");
  expect(await run(findSnippet("tireReplacement(allowed"), { sandbox })).toEqual(["535"]);
});

const jobFailures: readonly [name: string, error: Error, attempts: number, delay: number][] = [
  ["a failure of the program", new Error("the database is away"), 1, 2000],
  ["a failure of the program for the twentieth time", new Error("the database is away"), 20, 300_000],
  ["an input", new sdk.RegInputError("number", "must be given"), 1, -1],
  ["a violated rule", preconditionError("reading"), 1, -1],
  ["a read that was reset", new sdk.RegConnectionError("reset", { sent: true }), 1, 2000],
  ["a create that was reset", new sdk.RegConnectionError("reset", { sent: true, outcome: "unknown" }), 1, 60_000],
  [
    "a create that was reset again",
    new sdk.RegConnectionError("reset", { sent: true, outcome: "unknown" }),
    9,
    300_000,
  ],
  ["a pause", new sdk.RegThrottleError("paused", { reason: "paused", retryAfterMs: 7000 }), 1, 7000],
  ["a 429 that names a time", rateLimitError(7000), 1, 7000],
  ["a 429 that names no time", rateLimitError(undefined), 1, 60_000],
  ["a 429 that names no time again", rateLimitError(undefined), 9, 300_000],
  ["a full queue", new sdk.RegThrottleError("full", { reason: "full" }), 1, 60_000],
];

const [delays = ""] = findSnippet("function delayBefore").match(/^\/\*\* When BullMQ.*?^}$/ms) ?? [];

it.each(jobFailures)(
  "docs/job-queues.md waits before it repeats a job after %s, or does not repeat it",
  async (...row) => {
    const [, failed, attempts, delay] = row;
    const code = `import { mayRepeat, RegError } from "@reg/sdk"; ${delays}; console.log(delayBefore(attempts, "custom", failed));`;
    expect(await run(code, { replace: () => ({ failed, attempts }) })).toEqual([String(delay)]);
  },
);

it("examples/backend/event-queue.ts has the delays of docs/job-queues.md", () => {
  expect(readFileSync(join(root, "examples/backend/event-queue.ts"), "utf8")).toContain(delays);
});

function rateLimitError(retryAfterMs: number | undefined) {
  return new sdk.RegRateLimitError({ status: 429, problem: { errors: [] }, retryAfterMs });
}

function preconditionError(rule: sdk.RuleId) {
  return new sdk.RegPreconditionError([ruleViolation({ rule, field: "status", description: "" })]);
}

it("the nightly job of docs/fleet-sync.md sends the rows of its file", async () => {
  const sandbox = sandboxEntry.createSandbox();
  await run(findSnippet("csv-parse"), { sandbox });
  const sent = sandbox.journal.of("vehicles.put").map(({ body }) => body);
  expect(sent).toMatchObject([{ licensePlate: "AB-1" }, { licensePlate: "AB-2" }]);
  expect(sandbox.journal.of("vehicles.mileages.put").map(({ params }) => params)).toEqual([{ licensePlate: "AB-1" }]);
});

it("the adapter of docs/adapters.md lets a workflow run with a service that differs", async () => {
  expect(await run(findSnippet("const sandbox = createSandbox({ adapter })"))).toEqual(["ApprovalRequested"]);
});

it("the adapter of docs/invoicing.md finds the invoice in a list of another form", async () => {
  const again = `serviceRequests.invoice(id, { vatLines: [], number: "2026-0003" })`;
  const code = `${findSnippet("interface ListedInvoice")}; console.log(created, (await ${again}).created);`;
  expect(await run(code)).toEqual(["true false"]);
});
