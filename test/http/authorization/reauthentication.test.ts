import { describe, expect, test } from "vitest";
import { apiErrorFor } from "../../../src/errors/errors.js";
import { parseBearerToken } from "../../../src/http/authorization/bearer-token.js";
import { suppliedToken } from "../../../src/http/authorization/supplied-token.js";
import { canaryToken, lessorOver, lessorService, supplierOver, tokenResponse } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence } from "../../support/fetch.js";

// That a call is replayed once, with the same body and a new token, is in token.test.ts and sending-again.test.ts.

const ok = json({});
const refused = json({}, { status: 401 });
const broken = new Error("the vault is sealed");
const authorizations = (fetch: { requests: readonly { headers: Readonly<Record<string, string>> }[] }) =>
  fetch.requests.map(({ headers }) => headers["authorization"]);

describe("a token function after a 401", () => {
  test.each([
    ["a string", (token: string) => token],
    ["a promise", async (token: string) => token],
  ])("replays the call with the new token that the function returns as %s", async (_, give) => {
    let current = "old";
    const fetch = fakeFetch(() => {
      current = "new";
      return refused(fetch.last);
    }, ok);
    await supplierOver(fetch, { token: () => give(current) }).lessors.list();
    expect(fetch.requests.map(({ headers }) => headers["authorization"])).toEqual(["Bearer old", "Bearer new"]);
  });

  test.each([
    ["returns the same token with a prefix", () => ` Bearer ${canaryToken}`],
    [
      "throws",
      () => {
        throw broken;
      },
    ],
    ["rejects", () => Promise.reject(broken)],
    ["returns an invalid token", () => ""],
  ])("does not replay the call if the function then %s, and the 401 is the error", async (_, again) => {
    let calls = 0;
    const fetch = fakeFetch(refused);
    const token = () => (++calls === 1 ? canaryToken : again());
    await failure(supplierOver(fetch, { token }).lessors.list(), "authentication");
    expect(fetch.requests).toHaveLength(1);
    expect(calls).toBe(2);
  });

  test("is called once for the replay, and not after the 401 of the replay", async () => {
    let calls = 0;
    const token = async () => `token-${++calls}`;
    const fetch = fakeFetch(refused);
    await failure(supplierOver(fetch, { token }).lessors.list(), "authentication");
    expect(authorizations(fetch)).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(calls).toBe(2);
  });

  test("supplies a string without a promise", () => {
    expect(suppliedToken(() => "a", parseBearerToken, new ManualClock()).get()).toBe("a");
  });

  test("is called again if a call of it from before the 401 returns the refused token, and only then", async () => {
    const resolvers: ((token: string) => void)[] = [];
    const token = () => new Promise<string>((resolve) => resolvers.push(resolve));
    const source = suppliedToken(token, parseBearerToken, new ManualClock());
    source.get();
    const replaced = source.reject?.("old");
    resolvers[0]?.("old");
    await settle();
    expect(resolvers).toHaveLength(2);
    const joined = source.reject?.("old");
    resolvers[1]?.("new");
    expect([await replaced, await joined]).toEqual([true, true]);
    expect(resolvers).toHaveLength(2);
  });

  test("replaces the refused token of the calls in the queue as well", async () => {
    const tokens = ["old", "new", "new"];
    const fetch = fakeFetch(refused, ok);
    const token = async () => tokens.shift() ?? "";
    const { lessors } = supplierOver(fetch, { token, throttle: { maxInFlight: 1 } });
    await Promise.all([lessors.list(), lessors.list()]);
    expect(authorizations(fetch)).toEqual(["Bearer old", "Bearer new", "Bearer new"]);
  });
});

const done = empty();
/** Creates a lessor service that numbers its tokens. */
function createService(...replies: readonly [Reply, ...Reply[]]) {
  let issued = 0;
  return lessorService(replies, (request) => tokenResponse({ access_token: `token-${++issued}` })(request));
}

describe("the replay after a 401", () => {
  test("is not made for an abort whose reason is the 401 of another call", async () => {
    const reason = apiErrorFor({ status: 401, problem: { errors: [] } });
    const controller = new AbortController();
    let tokenRequests = 0;
    const token = () => `token-${++tokenRequests}`;
    const aborted = rejection(supplierOver(fakeFetch(silence), { token }).lessors.list({ signal: controller.signal }));
    await settle();
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    expect(tokenRequests).toBe(1);
  });

  test("keeps the newer token after a late 401 for the older one", async () => {
    let late = (_: Response) => {};
    const service = createService(
      () =>
        new Promise((resolve) => {
          late = resolve;
        }),
      refused,
      done,
    );
    const lessor = lessorOver(service.fetch);
    const slow = lessor.vehicles.delete("AB-1");
    await settle();
    await lessor.vehicles.delete("AB-2");
    late(await refused(service.api.last));
    await slow;
    expect(service.tokens.requests).toHaveLength(2);
    expect(authorizations(service.api).slice(2)).toEqual(["Bearer token-2", "Bearer token-2"]);
  });

  test("ends at once if the call is aborted while it waits for the new token", async () => {
    let tokenRequests = 0;
    const service = lessorService([refused], (request) =>
      ++tokenRequests === 1 ? tokenResponse()(request) : new Promise<Response>(() => {}),
    );
    const controller = new AbortController();
    const lessor = lessorOver(service.fetch);
    const call = rejection(lessor.vehicles.delete("AB-1", { signal: controller.signal }));
    await settle();
    expect(tokenRequests).toBe(2);
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(service.api.requests).toHaveLength(1);
    await lessor.close();
  });

  test("has a certain outcome if the deadline passes while it waits for the new token", async () => {
    const clock = new ManualClock();
    let tokenRequests = 0;
    const service = lessorService([refused], (request) =>
      ++tokenRequests === 1 ? tokenResponse()(request) : silence(request),
    );
    const lessor = lessorOver(service.fetch, { clock });
    const call = failure(lessor.vehicles.delete("AB-1", { deadline: 1000 }), "timeout");
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", outcome: undefined });
    await lessor.close();
  });

  test("rejects with a RegTokenError and a certain outcome if there is no new token", async () => {
    let tokenRequests = 0;
    const service = lessorService([refused], (request) =>
      (++tokenRequests === 1 ? tokenResponse() : empty(400))(request),
    );
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(error).toMatchObject({ operationId: "vehicles.delete", outcome: undefined });
  });

  test("is not made after a 403", async () => {
    const service = createService(json({}, { status: 403 }));
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "permission");
    expect(service.api.requests).toHaveLength(1);
  });

  test("is not made for a stream, but the next call uses a new token", async () => {
    let token = "old";
    const fetch = fakeFetch(() => {
      const reply = token === "old" ? refused : json({});
      token = "new";
      return reply(fetch.last);
    });
    const supplier = supplierOver(fetch, { token: () => token });
    const upload = supplier.serviceRequests.attachments.upload("1", new Blob(["x"]).stream(), {
      fileName: "a.txt",
    });
    await failure(upload, "authentication");
    expect(authorizations(fetch)).toEqual(["Bearer old"]);
    await supplier.lessors.list();
    expect(authorizations(fetch)).toEqual(["Bearer old", "Bearer new"]);
  });
});
