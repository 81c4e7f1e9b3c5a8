import { createSupplierClient, RegError } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { expect, test } from "vitest";

const now = "2026-06-15T09:00:00Z";

/** Ten accounts of one vendor, each with a client and a request that the lessor has. */
async function setUp() {
  const numbers = Array.from({ length: 10 }, (_, index) => 5001 + index);
  const sandbox = createSandbox({ now, suppliers: numbers });
  const vendor = createSupplierClient({
    baseUrl: sandbox.supplier.baseUrl,
    token: () => Promise.reject(new Error("use the client of an account")),
    fetch: sandbox.fetch,
    clock: sandbox.clock,
    retry: false,
  });
  const accounts = new Map<number, { client: ReturnType<typeof vendor.withOptions>; lessor: string }>();
  for (const supplierNumber of numbers) {
    const client = vendor.withOptions({ token: await sandbox.supplier.token({ supplierNumber }) });
    accounts.set(supplierNumber, { client, ...(await sandbox.seed("lessor", { supplierNumber })) });
  }
  return { sandbox, accounts };
}

test("the option suppliers adds accounts, each with a token, requests and faults of its own", async () => {
  const { sandbox, accounts } = await setUp();
  const operation = "serviceRequests.list";
  sandbox.fail({ operation, supplierNumber: 5003, with: { status: 401 } });
  sandbox.fail({ operation, supplierNumber: 5004, with: { status: 429, headers: { "retry-after": "5" } } });
  const failed = new Map<number, string>();
  for (const [supplierNumber, { client, lessor }] of accounts) {
    const result = await client.serviceRequests.list().catch((error: unknown) => error);
    if (RegError.is(result)) failed.set(supplierNumber, result.kind);
    else expect(result).toMatchObject({ serviceRequests: [{ id: lessor, supplierId: supplierNumber }] });
  }
  expect([...failed]).toEqual([
    [5003, "authentication"],
    [5004, "rate-limit"],
  ]);
  const callers = sandbox.journal.of(operation).map(({ caller, status }) => `${caller} ${status}`);
  expect(callers).toEqual([...accounts.keys()].map((each) => `${each} ${{ 5003: 401, 5004: 429 }[each] ?? 200}`));
});

test("an added supplier can invoice, and keeps its account after a reset", async () => {
  const { sandbox, accounts } = await setUp();
  const { client, lessor } = accounts.get(5007) ?? expect.fail();
  sandbox.lessor.approve(lessor);
  const invoice = { number: "2026-1", vatLines: { percentage: 21 } } as const;
  expect(await client.serviceRequests.invoice(lessor, invoice)).toMatchObject({ invoiceId: expect.any(Number) });
  sandbox.reset();
  await sandbox.seed("invoiced", { supplierNumber: 5007 });
  expect((await client.serviceRequests.list()).serviceRequests).toHaveLength(1);
});

test("a function of a fault sees whose request it is", async () => {
  const { sandbox, accounts } = await setUp();
  const seen: string[] = [];
  const matches = ({ caller }: { caller: string }) => seen.push(caller) < 0;
  sandbox.fail({ operation: "*", matches, with: "reset" });
  await accounts.get(5002)?.client.lessors.list();
  expect(seen).toEqual(["5002"]);
});

test.each([
  ["a token", (sandbox: ReturnType<typeof createSandbox>) => sandbox.supplier.token({ supplierNumber: 1 })],
  ["a scenario", (sandbox: ReturnType<typeof createSandbox>) => sandbox.seed("draft", { supplierNumber: 1 })],
  [
    "a fault",
    async (sandbox: ReturnType<typeof createSandbox>) =>
      sandbox.fail({ operation: "*", supplierNumber: 1, with: "reset" }),
  ],
])("%s for a supplier without an account is rejected", async (_, use) => {
  const problem = "is not that of a supplier with an account: use 5001, 4711, 4712, 4713";
  await expect(use(createSandbox({ suppliers: [5001] }))).rejects.toMatchObject({
    kind: "input",
    message: expect.stringContaining(problem),
  });
});

test.each([[0], [1.5], ["5001"]])("a number of a supplier must be a whole number from 1, not %j", (number) => {
  const suppliers = [number] as number[];
  expect(() => createSandbox({ suppliers })).toThrow("suppliers.0 must be a whole number above 0, such as 5001");
});
