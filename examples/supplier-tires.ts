/**
 * Tires: a swap of the set in storage, a replacement with the disposal of the old tire, and tires that are sold without
 * being mounted, in one request. The reason 10 is one of the sandbox: take yours from the allowed components.
 *
 *   npx tsx node_modules/@reg/sdk/examples/supplier-tires.ts
 */
import { driedOutReason, mileageReading, tirePurchase, tireReplacement, tireSwap } from "@reg/sdk";
import { fittingTires, type Tire, totalOf } from "@reg/sdk/supplier";
import { connectSupplier } from "./support/connect.js";
import { euro, show, step, today } from "./support/output.js";

const licensePlate = process.env["REG_LICENSE_PLATE"] ?? "VB-101-X"; // a van with a set of tires in storage
const { supplier, lessorDecides, close } = await connectSupplier();
const requests = supplier.serviceRequests;

step("Discovery: what does the contract say about tires?");
const contract = await supplier.contracts.get(licensePlate);
const { vehicle, leaseContract, supplierContract } = contract;
show("remarks", leaseContract.tires?.remarks);
show("set in storage", leaseContract.tires?.hasTireSetForTireSwapInStorage);
show("purchase allowed", supplierContract.tires?.tirePurchaseWithoutMountingAllowed);
const { tirePositions: positions = [] } = vehicle;
const [position] = positions;
if (position === undefined) throw new Error("the contract shows no tires");

step("Discovery: a tire that fits and can still be bought");
// As the sandbox shows the list: the reference does not show its form.
const { tires } = (await supplier.tires.search({ seasonIndicator: ["Summer"] })) as unknown as { tires: Tire[] };
const { fitting, others } = fittingTires(contract, tires, { position, season: "Summer" });
for (const { description, vacoStatus } of fitting) show(vacoStatus ?? "", description);
const [other] = others;
if (other !== undefined) show(`not ${other.tire.description}`, other.misfits[0]?.description);
const tire = fitting.find(({ vacoStatus }) => vacoStatus === "Current");
if (tire === undefined) throw new Error("no tire fits");

step("Lessor: three lines beside the reading");
const { components: allowed } = await supplier.contracts.components(licensePlate);
/** The codes of costs are not shown: they are found by their description. */
const costs = (description: RegExp, price: number) => {
  const parts = allowed.flatMap(({ subcomponents = [] }) => subcomponents);
  const code = parts.find((part) => description.test(part.description ?? ""))?.regCode;
  return code === undefined ? [] : [{ code, price }];
};
const { id } = await requests.createAndSubmit({
  vehicle: { licensePlate, partialVin: "JF123456" },
  appointment: {
    workshopDate: today(),
    workOrderNumber: "TI-0154",
    estimatedDurationInDays: 1,
    contact: { name: "Robin de Vries" },
  },
  components: [
    mileageReading(48_210),
    tireSwap(allowed, { positions, price: 48, subcomponents: costs(/storage costs/i, 30) }),
    tireReplacement(allowed, {
      position,
      tire,
      reason: "10",
      price: 22.5,
      tireDetails: { price: 134 },
      disposed: [{ reason: driedOutReason }],
      disposalFee: true, // the price of the service level
    }),
    tirePurchase(allowed, { tires: [{ tire, price: 268, quantity: 2 }], reason: "10" }),
  ],
});
await lessorDecides(id);

step("Approved: the prices of the lines, and of their parts");
const { components, invoicing } = await requests.get(id);
for (const line of components) {
  const { reg, price, subcomponents = [] } = line;
  show(reg?.description ?? "", `${euro(price)}, with its parts € ${totalOf(line)}`);
  for (const part of subcomponents) show(`  ${part.reg?.description}`, euro(part.price));
}
show("approved", euro(invoicing.totalAmountApproved));

await close();
