import { expect, test } from "vitest";
import type { ComponentInput, ServiceRequestCreate } from "../../../src/generated/supplier/models.js";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import { damageLine, open, reading, refusal, rental, repair, work } from "../../sandbox/support.js";
import { untyped } from "../../support/untyped.js";
import { listBriefly } from "../rules/rule-case.js";

const licensePlate = "KL-012-M";
const vehicle = { licensePlate, partialVin: "JF123456" };
const known = { rentalCodes: ["9001"], repeatableCodes: [] };

async function openWithLookups() {
  const setup = await open();
  const { contracts } = setup.supplier;
  const contract = await contracts.get(licensePlate);
  const { components: allowedComponents } = await contracts.components(licensePlate);
  return { ...setup, contract, allowedComponents };
}

const swap = (fields: object) =>
  work({
    reg: { code: "3199" },
    operation: { code: "03" },
    reason: { code: "30" },
    price: 48,
    ...fields,
  });

test.each<[string, ServiceRequestCreate]>([
  ["a repair", repair({ vehicle })],
  ["a rental", rental({ vehicle })],
  [
    "work before the start of the lease contract",
    repair({ vehicle, appointment: { ...repair().appointment, workshopDate: "2023-12-31" } }),
  ],
  ["damage", ofWork({ damage: true, subcomponents: [{ damage: true }] })],
  [
    "a component, an operation and a reason that are not allowed",
    ofWork({ reg: { code: "7777" } }, { operation: { code: "77" } }, { reason: { code: "77" } }),
  ],
  [
    "locations",
    ofLines(swap({ location: ["1"], subcomponents: [{ reg: { code: "3151" }, location: ["9"] }] })),
  ],
  [
    "subcomponents",
    ofLines(
      swap({ subcomponents: [{ reg: { code: "3151" }, location: ["1", "L"] }, { reg: { code: "1" } }] }),
    ),
  ],
  ["fields that are required", ofWork({ price: untyped(undefined) })],
  ["two lines with the same content", ofWork({}, {})],
  ["only a vehicle", { status: "Draft", vehicle }],
])("checkApproval finds the violations that the sandbox reports: %s", async (_, request) => {
  const { sandbox, supplier, contract, allowedComponents } = await openWithLookups();
  const found = listBriefly(checkApproval(request, { contract, allowedComponents, known }));
  const body = { ...request, status: "ApprovalRequested" } as const;
  const call = supplier.serviceRequests.create(body);
  if (found.length > 0) {
    const [status, ...entries] = await refusal(call);
    expect([status, entries.sort()]).toEqual([
      400,
      found.map((each) => each.replace("RULE-", "SANDBOX-")).sort(),
    ]);
    return;
  }
  const { id } = await call;
  // The request as the service shows it can be checked too: it is with the lessor now.
  const data = await supplier.serviceRequests.get(id);
  const again = { contract, allowedComponents, known, openRequests: [data] };
  expect(listBriefly(checkApproval(data, again))).toEqual(["RULE-PHASE status"]);
  sandbox.lessor.deny(id);
  const denied = await supplier.serviceRequests.get(id);
  expect(checkApproval(denied, again)).toEqual([]);
});

test("the sandbox accepts a damage request in which checkApproval finds no violation", async () => {
  const { supplier, contract } = await openWithLookups();
  const { components } = await supplier.contracts.damageComponents(licensePlate);
  const request = {
    status: "ApprovalRequested",
    vehicle: { licensePlate },
    components: [damageLine()],
  } as const;
  const context = { kind: "damage", contract, allowedComponents: components } as const;
  expect(checkApproval(request, context)).toEqual([]);
  expect((await supplier.damageServiceRequests.create(untyped(request))).id).toBeDefined();
});

function ofLines(...lines: ComponentInput[]): ServiceRequestCreate {
  return repair({ vehicle, components: [reading(), ...lines] });
}

function ofWork(...lines: Partial<ComponentInput>[]): ServiceRequestCreate {
  return ofLines(...lines.map((fields) => work(fields)));
}
