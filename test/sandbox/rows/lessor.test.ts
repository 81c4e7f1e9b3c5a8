import { describe, expect, it } from "vitest";
import { createLessorClient } from "../../../src/lessor/client.js";
import { relatedKinds } from "../../../src/sandbox/state.js";
import { open, refusal } from "../support.js";
import { checkReferenceRows } from "./reference.js";

checkReferenceRows([
  {
    source: "lessor-api.md §3",
    part: "lifecycle rules",
    count: 3,
    rows: {
      "L3.EXISTS": "a vehicle must exist before any sub-resource is set",
      "L3.UPSERT": "creating or updating is one operation (PUT)",
      "L3.DELETE": "DELETE removes it",
    },
  },
  {
    source: "lessor-api.md §4",
    part: "endpoints",
    count: 11,
    rows: {
      "L4.1": "POST /token: form body; access_token, token_type, expires_in",
      "L4.2": "PUT /v1/vehicles: create, or update when the license plate exists",
      "L4.3": "GET /v1/vehicles/{licensePlate}: current details",
      "L4.4": "DELETE /v1/vehicles/{licensePlate}: remove the vehicle",
      "L4.5": "PUT …/contracttires: set contract tires",
      "L4.6": "PUT …/currenttire: set mounted tires; GET returns the latest state",
      "L4.7": "PUT …/lastmaintenance: set last maintenance data",
      "L4.8": "PUT …/mileages: set mileage readings",
      "L4.9": "PUT …/routings: set routing rules",
      "L4.10": "PUT …/extratireset: set the extra tire set flag",
      "L4.11": "PUT …/purchasedtires: set purchase settings",
    },
  },
  {
    source: "lessor-api.md §4",
    part: "prose",
    count: 2,
    rows: {
      "L4.RELATED": "sub-resources: PUT, and where applicable GET and DELETE",
      "L4.ORDER": "recommended order: vehicle, sub-resources, DELETE",
    },
  },
  {
    source: "lessor-api.md §7",
    part: "errors",
    count: 1,
    rows: {
      "L7.401": "401 for a missing, malformed or expired token",
    },
  },
  {
    source: "lessor-api.md §8",
    part: "limits",
    count: 2,
    rows: {
      "L8.EXPIRES": "token lifetime is given in expires_in",
      "L8.RATE": "request rate limits: not shown",
    },
  },
]);

const plate = "ZX-987-Y";

/** Asks for a token with a form. */
async function askForToken(fields: Record<string, string>) {
  const { sandbox } = await open();
  const { clientId, clientSecret, baseUrl } = sandbox.lessor;
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    ...fields,
  };
  const answer = await sandbox.fetch(`${baseUrl}/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe("3 states and transitions", () => {
  it("a vehicle must exist before any related data is set [L3.EXISTS]", async () => {
    const { lessor } = await open();
    for (const kind of relatedKinds)
      expect(await refusal(lessor.vehicles[kind].put(plate, { set: 1 }))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, { set: 1 });
  });

  it("creating and updating are one operation [L3.UPSERT]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    await lessor.vehicles.put({ licensePlate: plate, color: "blue" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "blue" });
  });

  it("DELETE removes a vehicle, and the related data with it [L3.DELETE]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.mileages.put(plate, [{ value: 1 }]);
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    expect(await refusal(lessor.vehicles.mileages.get(plate))).toEqual([404]);
  });
});

describe("4 endpoints", () => {
  it("POST /token, with the form and for the answer that are shown [L4.1]", async () => {
    expect(await askForToken({})).toEqual({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        token_type: "Bearer",
        expires_in: expect.any(Number),
      },
    });
    expect((await askForToken({ grant_type: "password" })).body).toMatchObject({
      error: "unsupported_grant_type",
    });
    expect((await askForToken({ client_secret: "guess" })).status).toBe(401);
  });

  it("PUT a vehicle: new, or updated when the license plate exists [L4.2]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    await lessor.vehicles.mileages.put(plate, [{ value: 1 }]);
    await lessor.vehicles.put({ licensePlate: plate, doors: 5 });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, doors: 5 });
    expect(await lessor.vehicles.mileages.get(plate)).toEqual([{ value: 1 }]);
    expect((await refusal(lessor.vehicles.put({ licensePlate: "" })))[0]).toBe(400);
  });

  it("GET one vehicle as it is [L4.3]", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate, color: "red" });
    expect(await lessor.vehicles.get(plate)).toEqual({ licensePlate: plate, color: "red" });
  });

  it("DELETE a vehicle [L4.4]", async () => {
    const { lessor } = await open();
    expect(await refusal(lessor.vehicles.delete(plate))).toEqual([404]);
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.get(plate))).toEqual([404]);
  });

  it.each([
    ["PUT contract tires [L4.5]", "contractTires"],
    ["PUT mounted tires, and GET their latest state [L4.6]", "currentTire"],
    ["PUT last maintenance data [L4.7]", "lastMaintenance"],
    ["PUT mileage readings [L4.8]", "mileages"],
    ["PUT routing rules [L4.9]", "routings"],
    ["PUT the extra tire set flag [L4.10]", "extraTireSet"],
    ["PUT purchase settings [L4.11]", "purchasedTires"],
  ] as const)("%s", async (_, kind) => {
    const { sandbox, lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles[kind].put(plate, { sent: 1 });
    expect(sandbox.journal.entries.at(-1)?.path).toBe(`/v1/vehicles/{licensePlate}/${kind.toLowerCase()}`);
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ sent: 1 });
    await lessor.vehicles[kind].put(plate, { sent: 2 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ sent: 2 });
    // Some data is also maintained by the service itself (lessor-api.md §1).
    sandbox.lessor.maintain(plate, kind, { maintained: 3 });
    expect(await lessor.vehicles[kind].get(plate)).toEqual({ maintained: 3 });
  });

  it("related data is set with PUT, read with GET and cleared with DELETE, each alone [L4.RELATED]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    for (const kind of relatedKinds) await lessor.vehicles[kind].put(plate, { kind });
    await lessor.vehicles.routings.delete(plate);
    for (const kind of relatedKinds.filter((each) => each !== "routings"))
      expect(await lessor.vehicles[kind].get(plate)).toEqual({ kind });
    expect(await refusal(lessor.vehicles.routings.get(plate))).toEqual([404]);
    expect(await refusal(lessor.vehicles.routings.delete(plate))).toEqual([404]);
  });

  it("the recommended order goes through: vehicle, related data, removal [L4.ORDER]", async () => {
    const { lessor } = await open();
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.mileages.put(plate, [{ value: 48_210 }]);
    await lessor.vehicles.delete(plate);
    expect(await refusal(lessor.vehicles.mileages.put(plate, []))).toEqual([404]);
  });
});

describe("7 errors", () => {
  it("401 for a token that is missing, malformed or expired [L7.401]", async () => {
    const { sandbox, lessor } = await open({ tokenLifetime: 60_000 });
    await lessor.vehicles.put({ licensePlate: plate });
    const { baseUrl, clientId, clientSecret } = sandbox.lessor;
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const token = await sandbox.fetch(`${baseUrl}/token`, {
      method: "POST",
      body: new URLSearchParams(form),
    });
    const { access_token } = (await token.json()) as { access_token: string };
    const ask = async (headers: Record<string, string>) =>
      (await sandbox.fetch(`${baseUrl}/v1/vehicles/${plate}`, { headers })).status;
    expect(await ask({})).toBe(401);
    expect(await ask({ authorization: "Bearer nonsense" })).toBe(401);
    expect(await ask({ authorization: `Bearer ${access_token}` })).toBe(200);
    sandbox.clock.advance({ minutes: 1 });
    expect(await ask({ authorization: `Bearer ${access_token}` })).toBe(401);
  });
});

describe("8 limits", () => {
  it("the lifetime of a token is what expires_in says [L8.EXPIRES]", async () => {
    const { sandbox } = await open({ tokenLifetime: 90_000 });
    const { baseUrl, clientId, clientSecret } = sandbox.lessor;
    const { fetch, clock } = sandbox;
    const lessor = createLessorClient({ baseUrl, clientId, clientSecret, fetch, clock, retry: false });
    await lessor.vehicles.put({ licensePlate: plate });
    await lessor.vehicles.get(plate);
    expect(sandbox.journal.of("token.create")).toHaveLength(1);
    clock.advance({ ms: 90_000 });
    await lessor.vehicles.get(plate);
    expect(sandbox.journal.of("token.create")).toHaveLength(2);
  });

  it("no limit on requests is shown, so none is made up [L8.RATE]", async () => {
    const { lessor } = await open({ rateLimit: { limit: 1 } });
    await lessor.vehicles.put({ licensePlate: plate });
    for (let count = 0; count < 20; count++) await lessor.vehicles.get(plate);
  });
});
