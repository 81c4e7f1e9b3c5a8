import base from "../../../../vitest.config.js";

/** The planted files alone, as the suite's own configuration would run them. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["test/support/guards/planted/*.planted.ts"],
    typecheck: { enabled: false },
  },
};
