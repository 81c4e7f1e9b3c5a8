import { describe, expect, test } from "vitest";
import { apiErrorFor } from "../../../src/errors/errors.js";
import { lessorOver, lessorService, supplierOver, tokenAnswer } from "../../support/clients.js";
import { ManualClock, settle } from "../../support/clock.js";
import { failure, rejection } from "../../support/errors.js";
import { empty, fakeFetch, json, type Reply, silence } from "../../support/fetch.js";

const done = empty();
const refused = json({}, { status: 401 });
const authorizations = (fetch: { requests: readonly { headers: Readonly<Record<string, string>> }[] }) =>
  fetch.requests.map(({ headers }) => headers["authorization"]);

/** A lessor service that numbers its tokens. */
function numbered(...replies: readonly [Reply, ...Reply[]]) {
  let issued = 0;
  return lessorService(replies, (request) => tokenAnswer({ access_token: `token-${++issued}` })(request));
}

describe("the replay after a 401", () => {
  test("goes out with a new token, and the call does not notice", async () => {
    const service = numbered(refused, done);
    await lessorOver(service.fetch).vehicles.put({ licensePlate: "AB-123-C" });
    expect(authorizations(service.api)).toEqual(["Bearer token-1", "Bearer token-2"]);
    expect(service.api.requests.map(({ body }) => body)).toEqual(
      Array(2).fill('{"licensePlate":"AB-123-C"}'),
    );
  });

  test("does not happen for an abort whose reason is the 401 of another call", async () => {
    const reason = apiErrorFor({ status: 401, problem: { errors: [] } });
    const controller = new AbortController();
    let asked = 0;
    const token = () => `token-${++asked}`;
    const aborted = rejection(
      supplierOver(fakeFetch(silence), { token }).lessors.list({ signal: controller.signal }),
    );
    await settle();
    controller.abort(reason);
    expect(await aborted).toBe(reason);
    expect(asked).toBe(1);
  });

  test("happens once: another 401 is the error, and no third token is asked for", async () => {
    const service = numbered(refused);
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "authentication");
    expect(error.outcome).toBeUndefined();
    expect(service.tokens.requests).toHaveLength(2);
    expect(service.api.requests).toHaveLength(2);
  });

  test("asks for one new token, however many calls were refused at once", async () => {
    const service = numbered(({ headers }) =>
      (headers["authorization"] === "Bearer token-1" ? refused : done)(service.api.last),
    );
    const lessor = lessorOver(service.fetch);
    await Promise.all(Array.from({ length: 50 }, () => lessor.vehicles.delete("AB-1")));
    expect(service.tokens.requests).toHaveLength(2);
    expect(service.api.requests).toHaveLength(100);
  });

  test("does not give up the newer token for a late 401 about the older one", async () => {
    let late = (_: Response) => {};
    const service = numbered(
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

  test("is not waited for once the call is aborted", async () => {
    let asked = 0;
    const service = lessorService([refused], (request) =>
      ++asked === 1 ? tokenAnswer()(request) : new Promise<Response>(() => {}),
    );
    const controller = new AbortController();
    const lessor = lessorOver(service.fetch);
    const call = rejection(lessor.vehicles.delete("AB-1", { signal: controller.signal }));
    await settle();
    expect(asked).toBe(2);
    controller.abort("enough");
    expect(await call).toBe("enough");
    expect(service.api.requests).toHaveLength(1);
    await lessor.close();
  });

  test("leaves no doubt when the deadline ends it: the service has refused the call", async () => {
    const clock = new ManualClock();
    let asked = 0;
    const service = lessorService([refused], (request) =>
      ++asked === 1 ? tokenAnswer()(request) : silence(request),
    );
    const lessor = lessorOver(service.fetch, { clock });
    const call = failure(lessor.vehicles.delete("AB-1", { deadline: 1000 }), "timeout");
    await clock.advance(1000);
    expect(await call).toMatchObject({ limit: "deadline", outcome: undefined });
    await lessor.close();
  });

  test("fails with RegTokenError, in no doubt, if no new token can be had", async () => {
    let asked = 0;
    const service = lessorService([refused], (request) =>
      (++asked === 1 ? tokenAnswer() : empty(400))(request),
    );
    const error = await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "token");
    expect(error).toMatchObject({ operationId: "vehicles.delete", outcome: undefined });
  });

  test("is no storm: a hundred calls that are refused in a row ask for two tokens, and for a third a second later", async () => {
    const clock = new ManualClock();
    const service = numbered(refused);
    const lessor = lessorOver(service.fetch, { clock });
    for (let call = 0; call < 100; call++) await failure(lessor.vehicles.delete("AB-1"), "authentication");
    expect(service.tokens.requests).toHaveLength(2);
    expect(service.api.requests).toHaveLength(101);
    clock.jump(1000);
    await failure(lessor.vehicles.delete("AB-1"), "authentication");
    expect(service.tokens.requests).toHaveLength(3);
    expect(authorizations(service.api).at(-1)).toBe("Bearer token-3");
  });

  test("is for a 401 only", async () => {
    const service = numbered(json({}, { status: 403 }));
    await failure(lessorOver(service.fetch).vehicles.delete("AB-1"), "permission");
    expect(service.api.requests).toHaveLength(1);
  });

  test("never sends a stream again, but the next call does not use the refused token either", async () => {
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
  });
});
