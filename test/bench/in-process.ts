import { Child, numberIn, textIn } from "./child.js";
import { createBody, createPath, type Speed } from "./loopback.js";
import { median } from "./median.js";

const rounds = 5;
const roundMs = 1000;
const warmUpMs = 1500;

/** Measures `sandbox.fetch` without any connection. */
export async function inProcess(module: string): Promise<[name: string, speed: Speed][]> {
  const child = new Child("call-in-process", module);
  try {
    const location = textIn(await child.next(), "location");
    const calls = [
      { name: "GET the lessors", method: "GET", path: "/v2/lessors" },
      { name: "GET a request", method: "GET", path: location.slice(location.indexOf("/v2/")) },
      { name: "POST a request", method: "POST", path: createPath, body: createBody },
    ];
    const speeds: [string, Speed][] = [];
    for (const { name, ...call } of calls) {
      await child.ask({ ...call, milliseconds: warmUpMs });
      const results: Speed[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const message = await child.ask({ ...call, milliseconds: roundMs });
        results.push({ perSecond: numberIn(message, "perSecond"), cpu: numberIn(message, "cpu") });
      }
      const perSecond = median(results.map((each) => each.perSecond));
      speeds.push([name, { perSecond, cpu: median(results.map((each) => each.cpu)) }]);
    }
    return speeds;
  } finally {
    child.stop();
  }
}
