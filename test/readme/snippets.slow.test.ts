import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, it } from "vitest";
import * as sdk from "../../src/index.js";
import * as sandboxEntry from "../../src/sandbox/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** Declares the names that the snippets use from earlier snippets or from the reader's own program. */
const given = `
import type { AllowedComponent, InvoiceCreate, RequestDraft, SupplierClient, VatLine } from "@reg/sdk";
import type { Sandbox } from "@reg/sdk/sandbox";
declare global {
  const supplier: SupplierClient;
  const sandbox: Sandbox;
  const id: string;
  const signal: AbortSignal;
  const invoice: InvoiceCreate;
  const pdf: Blob;
  const requests: SupplierClient["serviceRequests"];
  const allowed: AllowedComponent[];
  const form: RequestDraft;
  const loadCursor: () => Promise<string | undefined>;
  const saveCursor: (cursor: string) => Promise<void>;
  const notifyClerk: (id: string) => Promise<void>;
  const planInvoice: (id: string) => Promise<void>;
  const loadPlannedInvoices: () => Promise<{ id: string; number: string }[]>;
  const loadPdf: (number: string) => Promise<Blob>;
  const markInvoiced: (number: string, invoiceId: number) => Promise<void>;
  const vatLines: VatLine[];
  const show: (field: string, text: string) => void;
}
`;

/** Every TypeScript snippet, as a module next to this file. */
const snippets = new Map(
  [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""], index) => [
    join(root, "test/readme", `snippet-${index + 1}.ts`),
    `${code}\nexport {};\n`,
  ]),
);

it("the README's snippets compile", { timeout: 60_000 }, () => {
  expect(snippets.size).toBeGreaterThan(5);
  const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options: projectOptions } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  // As strict as a reader's project is by default; the omitted checks are only for this project's style.
  const options = { ...projectOptions, noUnusedLocals: false, noPropertyAccessFromIndexSignature: false };
  const files = new Map([...snippets, [join(root, "test/readme/given.ts"), given]]);
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
  const problems = [...snippets.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  const described = problems.map(({ file, start = 0, messageText }) => {
    const { line = 0 } = file?.getLineAndCharacterOfPosition(start) ?? {};
    const text = file?.text.split("\n")[line];
    return `${text?.trim()}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
  expect(described).toEqual([]);
});

it("the README's first program runs as plain JavaScript and prints requests of the sandbox", async () => {
  const program = [...snippets.values()].find((code) => code.includes("createSandbox()")) ?? "";
  const body = program
    .replace(/^import (\{.*\}) from (".*");$/gm, "const $1 = modules[$2];")
    .replace("export {};", "");
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  const printed: string[] = [];
  const modules = { "@reg/sdk": sdk, "@reg/sdk/sandbox": sandboxEntry };
  const console = { log: (...words: readonly unknown[]) => printed.push(words.join(" ")) };
  await AsyncFunction("modules", "console", body)(modules, console);
  expect(printed).toContain("AB-123-C Draft");
});
