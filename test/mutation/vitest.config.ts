import base from "../../vitest.config.js";

/**
 * The tests that mutants are held against: those of the layers and the errors, which are quick. While you work on
 * one folder, name its tests: MUTATION_TESTS='test/http/tokens/*.test.ts' npm run mutation -- --mutate 'src/http/tokens/*.ts'
 */
const tests = process.env["MUTATION_TESTS"] ?? "test/{http,errors,lessor}/**/*.test.ts";

/** Long simulations, which the counting of what each test covers makes ten times as long. */
const long = ["test/http/throttle/settling.test.ts", "test/http/tokens/interleavings.test.ts"];

export default {
  ...base,
  // The guards over the whole suite look at each file for up to a second, and a process for each file takes as long:
  // too much for thousands of runs.
  plugins: [],
  test: {
    ...base.test,
    setupFiles: [],
    isolate: false,
    include: [tests],
    exclude: long,
    testTimeout: 30_000,
    typecheck: { enabled: false },
  },
};
