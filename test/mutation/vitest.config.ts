import base from "../../vitest.config.js";

/**
 * The tests that run against the mutants: the quick ones of the layers, the errors, the rules, the validator and the
 * shapes. Name fewer of them to work on one file:
 * MUTATION_TESTS='test/http/retry.test.ts' npm run mutation -- --mutate src/http/retry.ts
 */
const tests = process.env["MUTATION_TESTS"] ?? "test/{document,domain,errors,http,lessor}/**/*.test.ts";

export default {
  ...base,
  test: {
    ...base.test,
    // Not setup.ts: its checks take up to a second for each file, which is too much for thousands of runs.
    setupFiles: ["test/support/node-fetch.ts"],
    globalSetup: [],
    include: [tests],
    // Simulations are among the slow tests: they take ten times as long while the coverage of each test is counted.
    exclude: ["**/*.slow.test.ts"],
  },
};
