import { createSupplierClient } from "@reg/sdk";
import { bottleneckThrottle } from "@reg/sdk/bottleneck";
import Bottleneck from "bottleneck";
import { Redis } from "ioredis";
import { expect, it, onTestFinished } from "vitest";
import { describeWithRedis, startRedis } from "../support/redis.js";

/** Limiters that count together, as those of two processes do. */
async function openLimiters(url: string): Promise<readonly Bottleneck[]> {
  const limiters = [1, 2].map(
    () =>
      new Bottleneck({
        id: "supplier-4711",
        datastore: "ioredis",
        Redis,
        clientOptions: { port: Number(new URL(url).port) },
        reservoir: 5,
        maxConcurrent: 10,
      }),
  );
  onTestFinished(async () => {
    for (const limiter of limiters) await limiter.disconnect();
  });
  for (const limiter of limiters) await limiter.ready();
  return limiters;
}

describeWithRedis("clustered limiters of Bottleneck", () => {
  const list = () => Response.json({ serviceRequests: [], hasMore: false });
  const refused = () => new Response(null, { status: 429, headers: { "retry-after": "3000" } });

  /** A client on a limiter; `sent` counts its requests. */
  function open(limiter: Bottleneck | undefined, respond: () => Response) {
    const sent = { count: 0 };
    const fetch = async () => {
      sent.count += 1;
      return respond();
    };
    if (limiter === undefined) throw new Error("no limiter");
    const throttle = bottleneckThrottle(limiter);
    const client = createSupplierClient({ baseUrl: "https://reg.example", token: "t", fetch, throttle, retry: false });
    return { read: (options = {}) => client.serviceRequests.list({}, options), sent, throttle };
  }

  it("share a reservoir: what one has sent, the other waits for", async () => {
    const { url } = await startRedis();
    const clients = (await openLimiters(url)).map((limiter) => open(limiter, list));
    const calls = clients.flatMap(({ read }) =>
      Array.from({ length: 4 }, () =>
        read({ deadline: 2000 }).then(
          () => "sent",
          () => "waited",
        ),
      ),
    );
    expect((await Promise.all(calls)).toSorted()).toEqual([...Array(5).fill("sent"), ...Array(3).fill("waited")]);
    expect(clients.reduce((sum, { sent }) => sum + sent.count, 0)).toBe(5);
  });

  it("pause together after a 429 of one of them", async () => {
    const { url } = await startRedis();
    const [first, second] = await openLimiters(url);
    const other = open(second, list);
    await expect(open(first, refused).read()).rejects.toMatchObject({ status: 429 });
    await expect.poll(() => other.throttle.statistics().pausedForMs).toBeGreaterThan(2_900_000);
    await expect(other.read()).rejects.toMatchObject({ reason: "paused" });
    expect(other.sent.count).toBe(0);
  });
});
