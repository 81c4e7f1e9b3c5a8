import base from "../../vitest.config.js";

/**
 * The tests that run against the mutants: those of the layers, the errors and the rules, which are quick. Name fewer of
 * them to work on one file: MUTATION_TESTS='test/http/retry/*.test.ts' npm run mutation -- --mutate src/http/retry.ts
 */
const tests =
  process.env["MUTATION_TESTS"] ?? "test/{http,errors,lessor,supplier/rules,supplier/phases}/**/*.test.ts";

/** Simulations, which become ten times as long while the coverage of each test is counted. */
const simulations = ["test/http/throttle/settling.test.ts", "test/http/tokens/interleavings.test.ts"];

export default {
  ...base,
  // The guards of the whole suite look at each file for up to a second, and a process for each file takes as long: too
  // much for thousands of runs.
  plugins: [],
  test: {
    ...base.test,
    setupFiles: [],
    isolate: false,
    include: [tests],
    exclude: [...simulations, "**/*.slow.test.ts"],
    testTimeout: 30_000,
    typecheck: { enabled: false },
  },
};
