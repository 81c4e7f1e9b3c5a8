import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const source = fileURLToPath(new URL("./src/", import.meta.url));
/** The folder of another undici than the installed one: `npm run consumers` sets it. */
const undici = process.env["TESTED_UNDICI"];

/** The files that take longest, of the slow tests and of the quick ones: they would run alone at the end. */
const longest = ["release.slow.test.ts", "simulation.test.ts", "cli/follow/once.test.ts", "blocked.test.ts"];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@reg\/sdk$/, replacement: `${source}index.ts` },
      {
        find: /^@reg\/sdk\/(supplier|lessor|sandbox|redis|texts|undici|webhook)$/,
        replacement: `${source}$1/index.ts`,
      },
      ...(undici === undefined ? [] : [{ find: /^undici$/, replacement: undici }]),
      { find: /^@reg\/sdk\/(bottleneck|msw|logger|opentelemetry|validation)$/, replacement: `${source}$1.ts` },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "examples/*.test.ts"],
    // The last two have runs of their own.
    exclude: ["test/consumers/**", "test/bench/peers/**", "test/prism/**", "test/site/**"],
    // What every test file needs, and what it must hold; see there.
    setupFiles: ["test/support/node-fetch.ts", "test/support/setup.ts"],
    globalSetup: ["test/support/page.ts"],
    // A test or a poll that goes on for so long hangs; how fast the machine is must not matter. What has to come soon
    // is held against a clock of the test, or against an order.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    // The source has no state of its own, so that test files can share it: loading it for each file takes a minute.
    isolate: false,
    // Many tests wait for a socket or a timer, so that two cores have time for four workers.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/generated/**", "src/page/**"],
      // A table of each file would push the failures out of the end of the output: see coverage/coverage-summary.json.
      reporter: ["text-summary", "json-summary"],
      thresholds: { branches: 90 },
    },
  },
});
