import base from "../../../../vitest.config.js";

/** Runs only the planted files, with the configuration of the test suite. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["test/support/guards/planted/*.planted.ts"],
    typecheck: { enabled: false },
  },
};
