import base from "../../vitest.config.js";

/** Calls every operation through Prism, which `npm run prism` starts. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["test/prism/operations.test.ts"],
    exclude: [],
    setupFiles: ["test/prism/route.ts", "test/support/setup.ts"],
  },
};
