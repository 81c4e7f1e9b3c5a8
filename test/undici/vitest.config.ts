import base from "../../vitest.config.js";

/**
 * Runs the tests that were written for the global fetch over the undici transport. They repeat tests of `npm test`, so
 * they have a separate run: `npm run test:undici`.
 */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["test/undici/same-tests.test.ts"],
    exclude: [],
    typecheck: { enabled: false },
  },
};
