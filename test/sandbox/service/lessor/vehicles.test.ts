import { describe, expect, it } from "vitest";
import { relatedKinds } from "../../../../src/generated/lessor/operations.js";
import { untyped } from "../../../support/untyped.js";
import { lessorOf, open, refusal } from "../../support.js";

const plate = "ZX-987-Y";

describe("a registered vehicle", () => {
  it("is created and updated with PUT, which replaces it and keeps its related data", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, { kind });
    await lessor.vehicles.put({ licensePlate: plate, doors: 5 });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, doors: 5 });
    for (const kind of relatedKinds) expect(await lessor.vehicles[kind].get(plate)).toEqual({ kind });
  });

  it("needs a license plate", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.put({ licensePlate: "" }))).toEqual([400, "SANDBOX-REQUIRED licensePlate"]);
  });

  it("is returned with date-times in UTC, whatever offset was sent", async () => {
    const { lessor, sandbox } = await open();
    const sent = {
      at: "2026-06-15T01:30:00+02:00",
      on: "2026-06-15",
      note: "since 2026-06-15T01:30:00+02:00",
    };
    const returned = { ...sent, at: "2026-06-14T23:30:00Z" };
    await lessor.vehicles.put({ licensePlate: plate, readings: [sent] });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, readings: [returned] });
    await lessor.vehicles.mileages.put(plate, [sent]);
    expect(await lessor.vehicles.mileages.get(plate)).toEqual([returned]);
    sandbox.lessor.maintain(plate, "mileages", sent);
    expect(await lessor.vehicles.mileages.get(plate)).toEqual(returned);
  });

  it("is removed with DELETE, and its related data with it, which ends the documented order", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.mileages.put(plate, [{ value: 48_210 }]);
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.mileages.put(plate, []))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await refusal(lessor.vehicles.mileages.get(plate))).toEqual([404]);
  });

  it.each(relatedKinds)(
    "has related data of the kind %s, which can be set once it exists, read and cleared",
    async (kind) => {
      const { sandbox, lessor } = await open();
      const resource = lessor.vehicles[kind];
      expect(await refusal(resource.put(plate, { first: 1 }))).toEqual([404]);
      await lessor.vehicles.put({ licensePlate: plate });
      expect(await refusal(resource.get(plate))).toEqual([404]);
      expect(await refusal(resource.delete(plate))).toEqual([404]);
      await resource.put(plate, { first: 1 });
      expect(sandbox.journal.entries.at(-1)?.path).toBe(`/v1/vehicles/{licensePlate}/${kind.toLowerCase()}`);
      expect(await resource.get(plate)).toEqual({ first: 1 });
      await resource.put(plate, [{ second: 2 }]);
      expect(await resource.get(plate)).toEqual([{ second: 2 }]);
      await resource.delete(plate);
      expect(await refusal(resource.get(plate))).toEqual([404]);
    },
  );

  it("is identified by its license plate exactly as it is written, decoded once", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: "1?A %41", color: "red" });
    expect(await lessor.vehicles.get("1?A %41")).toMatchObject({ color: "red" });
    for (const other of ["1?A A", "1?a %41", "1?A%2041"])
      expect(await refusal(lessor.vehicles.get(other))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.put({ licensePlate: plate.toLowerCase() });
    await lessor.vehicles.delete(plate);
    expect(await lessor.vehicles.get(plate.toLowerCase())).toEqual({ licensePlate: "zx-987-y" });
  });
});

describe("the clients of the lessor API", () => {
  it("cannot access each other's vehicles", async () => {
    const { sandbox, lessor } = await open();
    const other = lessorOf(sandbox, sandbox.lessor.client("polder"));
    await lessor.vehicles.put({ licensePlate: plate, of: "one" });
    await lessor.vehicles.mileages.put(plate, { km: 1 });
    expect(await refusal(other.vehicles.get(plate))).toEqual([404]);
    expect(await refusal(other.vehicles.mileages.put(plate, { km: 2 }))).toEqual([404]);
    expect(await refusal(other.vehicles.delete(plate))).toEqual([404]);
    await other.vehicles.put({ licensePlate: plate, of: "other" });
    expect(await refusal(other.vehicles.mileages.get(plate))).toEqual([404]);
    await other.vehicles.delete(plate);
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, of: "one" });
    expect(await lessor.vehicles.mileages.get(plate)).toEqual({ km: 1 });
  });

  it("are created by name, with equal credentials for the same seed", async () => {
    const [first, second, other] = await Promise.all([open({ seed: 7 }), open({ seed: 7 }), open({ seed: 8 })]);
    const polder = first.sandbox.lessor.client("polder");
    expect(first.sandbox.lessor.client("polder")).toEqual(polder);
    expect(second.sandbox.lessor.client("polder")).toEqual(polder);
    expect(other.sandbox.lessor.client("polder").clientSecret).not.toBe(polder.clientSecret);
    const { clientId, clientSecret } = first.sandbox.lessor;
    const noordzee = first.sandbox.lessor.client("noordzee");
    expect(new Set([clientId, polder.clientId, noordzee.clientId]).size).toBe(3);
    expect(new Set([clientSecret, polder.clientSecret, noordzee.clientSecret]).size).toBe(3);
  });

  it.each(["", "two words", "a".repeat(65)])("cannot have the name %j", async (name) => {
    const { sandbox } = await open();
    expect(() => sandbox.lessor.client(name)).toThrow("name must be 1 to 64 letters");
  });

  it("are removed by a reset with their vehicles, until the next call of client()", async () => {
    const { sandbox } = await open();
    const credentials = sandbox.lessor.client("polder");
    await lessorOf(sandbox, credentials).vehicles.put({ licensePlate: plate });
    sandbox.reset();
    expect(() => sandbox.lessor.disableClient("polder")).toThrow("client is not the name of one");
    await expect(lessorOf(sandbox, credentials).vehicles.get(plate)).rejects.toMatchObject({
      oauthError: "invalid_client",
    });
    expect(sandbox.lessor.client("polder")).toEqual(credentials);
    expect(await refusal(lessorOf(sandbox, credentials).vehicles.get(plate))).toEqual([404]);
  });
});

describe("related data that the service maintains", () => {
  it("differ from the data that the client sent last", async () => {
    const kind = "mileages";
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles[kind].put(plate, { sent: 1 });
    const value = [{ measured: 2 }];
    sandbox.lessor.maintain(plate, kind, value);
    value.push({ measured: 3 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual([{ measured: 2 }]);
    await lessor.vehicles[kind].put(plate, { sent: 4 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ sent: 4 });
  });

  it("can exist even if the client has sent none", async () => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    sandbox.lessor.maintain(plate, "mileages", { km: 48210 });
    expect(await lessor.vehicles.mileages.get(plate)).toEqual({ km: 48210 });
    expect(await refusal(lessor.vehicles.routings.get(plate))).toEqual([404]);
  });

  it("needs a registered vehicle, a known kind, and an object or array", async () => {
    const { sandbox, lessor } = await open();
    const { maintain } = sandbox.lessor;
    expect(() => maintain(plate, "mileages", {})).toThrow("licensePlate is not that of a vehicle");
    await lessor.vehicles.put({ licensePlate: plate });
    expect(() => maintain(plate, "mileages", {}, "polder")).toThrow("client is not the name of one");
    sandbox.lessor.client("polder");
    expect(() => maintain(plate, "mileages", {}, "polder")).toThrow("licensePlate is not that of a vehicle");
    expect(() => maintain(plate, untyped("wheels"), {})).toThrow("kind is not a kind of related data");
    for (const value of [undefined, null, 1, "1", () => {}, { big: 1n }])
      expect(() => maintain(plate, "mileages", value)).toThrow("value must be an object or an array");
  });
});
