import { performance } from "node:perf_hooks";
import { createSupplierClient, createThrottle, type Throttle } from "@reg/sdk";
import Bottleneck from "bottleneck";
import pThrottle from "p-throttle";
import { median } from "../text.js";

/** The cost of one call, in microseconds. */
export interface Cost {
  readonly wall: number;
  readonly cpu: number;
}

/** The cost of the limit for a call that does not have to wait; medians of the rounds. */
export interface Costs {
  /** Only `take()` and `end()`. */
  readonly bare: Cost;
  /** A whole call of a client without a throttle, over a fetch that responds immediately. */
  readonly callWithout: Cost;
  /** The additional cost of the throttle: the median of the differences between neighbouring batches. */
  readonly added: Cost;
  /** A function that does nothing, through `schedule`. */
  readonly bottleneck: Cost;
  /** A function that does nothing, wrapped by p-throttle. */
  readonly pThrottle: Cost;
}

/** No call waits, because each measurement uses a new throttle and at most its limit. */
const limit = 5000;
const window = 60_000;
const rounds = 31;
const bottleneckCalls = 50;
/** Calls of a client are counted in short batches, most of which no other process of a busy machine interrupts. */
const batches = 100;
const batchCalls = 20;

type Turn = Parameters<Throttle["take"]>[0];

const neverEnded: Turn["cancellation"] = { aborted: false, reason: undefined, listen: () => () => {} };
const turn: Turn = {
  priority: 5,
  cancellation: neverEnded,
  longestPause: 0,
  deadline: undefined,
  operationId: "bench",
};
const doNothing = async () => {};

/** Measures sequential calls, all kinds in turn, so that other load on the machine affects all of them. */
export async function measureCosts(): Promise<Costs> {
  await measureRound();
  const all: Costs[] = [];
  for (let round = 0; round < rounds; round += 1) all.push(await measureRound());
  return {
    bare: middle(all.map(({ bare }) => bare)),
    callWithout: middle(all.map(({ callWithout }) => callWithout)),
    added: middle(all.map(({ added }) => added)),
    bottleneck: middle(all.map(({ bottleneck }) => bottleneck)),
    pThrottle: middle(all.map((each) => each.pThrottle)),
  };
}

async function measureRound(): Promise<Costs> {
  return {
    bare: await measure(limit, bareCall()),
    ...(await measureClients()),
    bottleneck: await measure(bottleneckCalls, bottleneckCall()),
    pThrottle: await measure(limit, pThrottle({ limit, interval: window })(doNothing)),
  };
}

/** Measures both clients in turn, in alternating order, because the second one pays for the garbage of the first. */
async function measureClients(): Promise<Pick<Costs, "callWithout" | "added">> {
  const callWithout = clientCall(false);
  const callWith = clientCall({ limit, window });
  const without: Cost[] = [];
  const added: Cost[] = [];
  for (let batch = 0; batch < batches; batch += 1) {
    const early = batch % 2 === 0 ? await measure(batchCalls, callWith) : undefined;
    const one = await measure(batchCalls, callWithout);
    const other = early ?? (await measure(batchCalls, callWith));
    without.push(one);
    added.push({ wall: other.wall - one.wall, cpu: other.cpu - one.cpu });
  }
  return { callWithout: middle(without), added: middle(added) };
}

const middle = (all: readonly Cost[]): Cost => ({
  wall: median(all.map(({ wall }) => wall)),
  cpu: median(all.map(({ cpu }) => cpu)),
});

async function measure(calls: number, call: () => unknown): Promise<Cost> {
  const cpu = process.cpuUsage();
  const begun = performance.now();
  for (let count = 0; count < calls; count += 1) {
    const result = call();
    if (result instanceof Promise) await result;
  }
  const wall = ((performance.now() - begun) * 1000) / calls;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / calls };
}

function bareCall(): () => void {
  const throttle = createThrottle({ limit, window });
  return () => {
    const permit = throttle.take(turn);
    if (permit instanceof Promise) throw new Error("the call had to wait");
    permit.end("responded");
  };
}

function clientCall(throttle: { limit: number; window: number } | false): () => Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const client = createSupplierClient({
    baseUrl: "https://reg.example",
    token: "bench",
    throttle,
    fetch: async () => new Response('{"data":{"lessors":[]}}', { headers }),
  });
  return () => client.lessors.list();
}

function bottleneckCall(): () => Promise<void> {
  const limiter = new Bottleneck({
    reservoir: limit,
    reservoirRefreshAmount: limit,
    reservoirRefreshInterval: window,
  });
  return () => limiter.schedule(doNothing);
}
