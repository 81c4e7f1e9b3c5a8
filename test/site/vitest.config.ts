import base from "../../vitest.config.js";

/** Opens the built site in Chromium: `npm run docs -- --check` builds it and runs this. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["test/site/*.test.ts"],
    exclude: [],
    setupFiles: [],
  },
};
