import { describe, expect, test } from "vitest";
import { checkApproval } from "../../../src/supplier/rules/approval.js";
import type { Known, OpenRequest } from "../../../src/supplier/rules/draft.js";
import { found, guid, known, plate, reading, rental, rentalLine, repair, work } from "./approval-support.js";

describe("the same line twice", () => {
  const lines = (...others: object[]) => repair({ components: [reading(), work(), ...others] });
  const twice = ["RULE-DUPLICATE components[2]"];

  test("by its id", () => {
    expect(found(lines(work({ reg: { code: "1105" } })))).toEqual(twice);
    expect(found(lines(work({ reg: { code: "1105" }, status: { code: "Cancelled" } })))).toEqual(twice);
    expect(checkApproval(lines(work()))[0]?.description).toBe(
      "The request already has this line: change that line, or give this one another id and other content.",
    );
  });

  test("by its id, whatever the case of its letters, but only if it is one", () => {
    const id = "ABCDEF01-2345-4789-8BCD-EF0123456789";
    const other = work({ id: id.toLowerCase(), reg: { code: "1105" } });
    expect(found(repair({ components: [reading(), work({ id }), other] }))).toEqual(twice);
    const none = [work({ id: "7" }), work({ id: "7", reg: { code: "1105" } })];
    expect(found(repair({ components: [reading(), ...none] }))).toEqual([
      "RULE-INVALID components[1].id",
      "RULE-INVALID components[2].id",
    ]);
  });

  test("by what it says, where it is known what may repeat", () => {
    const other = work({ id: guid(8) });
    expect(found(lines(other), { known })).toEqual(twice);
    expect(found(lines(other))).toEqual([]);
    expect(found(lines(other), { known: { repeatableCodes: ["1101"] } })).toEqual([]);
    expect(found(lines(work({ id: guid(8), location: [] })), { known })).toEqual(twice);
  });

  test("is one violation, and is found each time", () => {
    expect(found(lines(work(), work({ id: guid(8) })), { known })).toEqual([
      ...twice,
      "RULE-DUPLICATE components[3]",
    ]);
  });

  test.each([
    { operation: { code: "02" } },
    { location: ["1"] },
    { reg: { code: "1102" } },
    { status: { code: "Cancelled" } },
    { status: { code: "CancellationApproved" } },
    { reg: undefined, supplierCode: "own" },
  ])("is another with %j", (fields) => {
    expect(found(lines(work({ id: guid(8), ...fields })), { known })).toEqual([]);
  });

  test("is not said of lines that do not tell yet what they are", () => {
    const empty = (number: number) => ({ id: guid(number) });
    const bare = { ...empty(6), reg: { code: "1" }, reason: { code: "1" } };
    expect(found(lines({ ...bare }, { ...bare, id: guid(7) }), { known })).toEqual([
      "RULE-REQUIRED components[2].operation",
      "RULE-REQUIRED components[3].operation",
    ]);
    expect(found(lines({}, {}), { known }).filter((each) => each.includes("DUPLICATE"))).toEqual([]);
  });
});

describe("warranty and leniency", () => {
  const line = work({
    warranty: "A",
    leniency: "B",
    subcomponents: [{ warranty: "C" }, { leniency: "D" }, {}],
  });
  const request = repair({ components: [reading(), line] });

  test("are values that are known to be taken", () => {
    expect(found(request, { known: { warranties: ["A"], leniencies: ["D"] } })).toEqual([
      "REG-SVC000175 components[1].subcomponents[0].warranty",
      "REG-SVC000176 components[1].leniency",
    ]);
    expect(found(request, { known: { warranties: ["A", "C"], leniencies: ["B", "D"] } })).toEqual([]);
  });

  test("are not checked without them, nor on lines that are settled", () => {
    expect(found(request, { known: {} })).toEqual([]);
    const settled = repair({ components: [reading(), { ...line, status: { code: "Approved" } }] });
    expect(found(settled, { known: { warranties: [], leniencies: [] } })).toEqual([]);
  });
});

describe("the phase of a request that the service has", () => {
  const inStatus = (status: string | undefined, id: string | undefined = guid(40)) =>
    found(repair({ id, status, licensePlate: plate }));

  test.each(["Draft", "Modified", "Denied", "ProvisionallyApproved"])("lets it go in %s", (status) => {
    expect(inStatus(status)).toEqual([]);
  });

  test.each(["ApprovalRequested", "Approved"])("keeps it in %s", (status) => {
    expect(inStatus(status)).toEqual(["RULE-PHASE status"]);
  });

  test("is not checked where the status is unknown, left out, or what is asked for", () => {
    expect(inStatus("SomethingNew")).toEqual([]);
    expect(inStatus(undefined)).toEqual([]);
    expect(found(repair({ status: "ApprovalRequested" }))).toEqual([]);
  });

  test("is named", () => {
    expect(checkApproval(repair({ id: guid(40), status: "Approved" }))[0]?.description).toBe(
      "A request in the phase Invoicing cannot be submitted: read it again, and wait or change it first.",
    );
  });
});

describe("open requests for the same vehicle", () => {
  const other = (content: object, number = 50): OpenRequest => ({
    id: guid(number),
    licensePlate: plate,
    ...content,
  });
  const forWork = other({ components: [work()] });
  const forRental = other(rental(), 51);
  const tooMany = ["RULE-OPEN-REQUESTS vehicle.licensePlate"];
  const with_ = (openRequests: readonly OpenRequest[], request = repair(), codes: Known = known) =>
    found(request, { openRequests, known: codes });

  test("are one for work and one for a rental", () => {
    expect(with_([])).toEqual([]);
    expect(with_([forRental])).toEqual([]);
    expect(with_([forWork])).toEqual(tooMany);
    expect(with_([forWork], rental())).toEqual([]);
    expect(with_([forRental], rental())).toEqual(tooMany);
  });

  test("are told apart by their appointments where the codes are not known", () => {
    expect(with_([forRental], repair(), {})).toEqual([]);
    expect(with_([forWork], repair(), {})).toEqual(tooMany);
    expect(with_([forWork], rental(), {})).toEqual([]);
    expect(with_([forRental], rental(), {})).toEqual(tooMany);
  });

  test("are for both with lines of both kinds", () => {
    const mixed = other({ components: [work(), rentalLine()] });
    expect(with_([mixed])).toEqual(tooMany);
    expect(with_([mixed], rental())).toEqual(tooMany);
  });

  test("count, even if they do not tell what they are for", () => {
    const items = [other({}), other({ components: [] }, 52)];
    expect(with_(items.slice(0, 1))).toEqual([]);
    expect(with_(items.slice(1))).toEqual([]);
    expect(with_(items)).toEqual(tooMany);
    expect(with_([forRental, other({})])).toEqual(tooMany);
  });

  test("are not the request itself, and not those of other vehicles", () => {
    const itself = repair({ id: guid(50), status: "Draft" });
    expect(with_([forWork], itself)).toEqual([]);
    expect(with_([{ ...forWork, licensePlate: "XX-999-X" }])).toEqual([]);
    expect(with_([{ ...forWork, id: undefined }])).toEqual(tooMany);
    expect(with_([{ ...forWork, id: undefined }], itself)).toEqual(tooMany);
  });

  test("are found however their plate is written", () => {
    for (const licensePlate of ["ab123c", "AB 123 C", "AB-123-C"])
      expect(with_([{ ...forWork, licensePlate }])).toEqual(tooMany);
    expect(with_([forWork], repair({ vehicle: { licensePlate: "ab123c", partialVin: "J" } }))).toEqual(
      tooMany,
    );
    expect(with_([{ ...forWork, licensePlate: "AB-123-D" }])).toEqual([]);
  });

  test("are found by the plate that the service gave", () => {
    const read = repair({ id: guid(41), licensePlate: plate, vehicle: { partialVin: "J" } });
    expect(with_([forWork], read)).toEqual(tooMany);
  });

  test("are no matter without a plate, without the list, and for a damage", () => {
    const noPlate = repair({ vehicle: { partialVin: "J" } });
    const nameless = { ...forWork, licensePlate: undefined };
    expect(with_([nameless, nameless], noPlate)).toEqual(["RULE-REQUIRED vehicle.licensePlate"]);
    expect(found(repair(), { known })).toEqual([]);
    expect(found(repair(), { known, kind: "damage", openRequests: [forWork, forWork] })).toEqual([]);
  });

  test("are said in a sentence", () => {
    const said = (openRequests: OpenRequest[], request = repair()) =>
      checkApproval(request, { openRequests, known }).map(({ description }) => description);
    const advice = "add the work to an open request, or finish that one first.";
    expect(said([forWork])).toEqual([
      `The vehicle already has an open request for repair, maintenance or tires: ${advice}`,
    ]);
    expect(said([forRental], rental())).toEqual([
      `The vehicle already has an open request for a rental vehicle: ${advice}`,
    ]);
    expect(said([other({}), other({}, 52)])).toEqual([
      `The vehicle already has two open requests: ${advice}`,
    ]);
  });
});
