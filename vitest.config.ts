import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { watching } from "./test/support/guards/watched-places.js";

const source = fileURLToPath(new URL("./src/", import.meta.url));

export default defineConfig({
  plugins: [watching()],
  resolve: {
    alias: [
      { find: /^@reg\/sdk$/, replacement: `${source}index.ts` },
      {
        find: /^@reg\/sdk\/(supplier|lessor|sandbox|logger|opentelemetry|undici)$/,
        replacement: `${source}$1/index.ts`,
      },
    ],
  },
  test: {
    include: ["test/**/*.test.ts", "examples/*.test.ts"],
    // The last one has a run of its own.
    exclude: ["test/consumers/**", "test/bench/peers/**", "test/undici/same-tests.test.ts"],
    // What every test file must hold; see there.
    setupFiles: ["test/support/guards/setup.ts"],
    // Many tests wait for a socket or a timer; vitest leaves one of two cores idle.
    maxWorkers: 2,
    dangerouslyIgnoreUnhandledErrors: false,
    typecheck: {
      enabled: true,
      include: ["test/types/**/*.test-d.ts"],
      tsconfig: "test/types/tsconfig.json",
    },
    coverage: {
      provider: "v8",
      include: ["src/**/*.ts"],
      exclude: ["src/generated/**"],
      reporter: ["text", "json-summary"],
      thresholds: { branches: 90 },
    },
  },
});
