import base from "../../vitest.config.js";

/**
 * The tests that were written for the global fetch, over the undici transport. They repeat what `npm test` has just
 * run, so that they have a run of their own: `npm run test:undici`.
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
