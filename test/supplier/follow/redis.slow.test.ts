import { setTimeout as sleep } from "node:timers/promises";
import { createKeyv, type default as KeyvRedis } from "@keyv/redis";
import { createSupplierClient, type FollowedEvent } from "@reg/sdk";
import { createSandbox } from "@reg/sdk/sandbox";
import { expect, onTestFinished, test, vi } from "vitest";
import { draft } from "../../support/clients.js";
import { describeWithRedis, startRedis } from "../../support/redis.js";
import { otherVehicle } from "../support.js";

describeWithRedis("following with its state in Redis", () => {
  // By default, the client of Redis hides failures and waits for a new connection without a limit.
  test.each([
    ["that waits for a new connection", undefined, undefined],
    ["that rejects calls without a connection", { disableOfflineQueue: true }, undefined],
    ["as the documentation shows it", { disableOfflineQueue: true }, { throwOnErrors: true }],
  ])(
    "continues after Redis was killed and started again, with a client %s",
    async (_, options, keyvOptions) => {
      const { url, start, kill } = await startRedis("disk");
      const state = createKeyv({ url, ...options }, keyvOptions);
      onTestFinished(() => state.store.disconnect(true));
      // The lock of a job queue: a text that Keyv has not written.
      await (await (state.store as KeyvRedis<unknown>).getClient()).set("bull:jobs:1:lock", "a5f1-token");
      const sandbox = createSandbox();
      const supplier = createSupplierClient({
        baseUrl: sandbox.supplier.baseUrl,
        token: () => sandbox.supplier.token(),
        fetch: sandbox.fetch,
      });
      onTestFinished(() => supplier.close({ abort: true }));
      const created: string[] = [];
      const onError = vi.fn();
      const polls = () => sandbox.journal.of("serviceRequests.list").length;
      const following = supplier.follow({
        state,
        every: 1000,
        on: { created: ({ request }: FollowedEvent) => void created.push(request.id) },
        onError,
      });
      // After two polls, what existed before has been noted.
      await vi.waitFor(() => expect(polls()).toBeGreaterThanOrEqual(2), 60_000);
      const first = await supplier.serviceRequests.create(draft);
      await vi.waitFor(() => expect(created).toEqual([first.id]), 60_000);
      // The next poll begins after the event was noted; without that, it would be delivered again.
      const pollsSoFar = polls();
      await vi.waitFor(() => expect(polls()).toBeGreaterThan(pollsSoFar), 60_000);
      await kill();
      const second = await supplier.serviceRequests.create({ status: "Draft", ...otherVehicle });
      await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 60_000);
      expect(onError).toHaveBeenCalledWith(expect.objectContaining({ kind: "state", reason: "failed" }));
      await sleep(2000);
      await start();
      await vi.waitFor(() => expect(created).toEqual([first.id, second.id]), 60_000);
      await supplier.close();
      await following.ended;
    },
    240_000,
  );
});
