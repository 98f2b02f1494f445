import { defineConfig } from "vitest/config";

// `unit` needs nothing but the code, `server` and `prove` a real PostgreSQL, `e2e` the built product and a browser.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.ts", "apps/web/**/*.test.ts", "architecture.test.ts"],
          environment: "node",
          testTimeout: 30_000,
          // Reading the modules costs more than most files' tests: files of one worker share them.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: "server",
          expect: { poll: { timeout: 30_000 } },
          include: ["apps/server/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/byAccount.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/test/database.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        // The engine's tests once more, with claims of one account at a time, as on Citus (architecture, One program).
        test: {
          name: "byAccount",
          include: ["batchLife", "nodes", "sendMessages", "byAccount"].map(
            (name) => `apps/server/src/jobs/${name}.test.ts`,
          ),
          expect: { poll: { timeout: 30_000 } },
          env: { TRUNKLINE_CLAIM: "byAccount" },
          environment: "node",
          globalSetup: ["apps/server/test/database.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        // The long proofs: `npm run prove`, never part of `npm test`.
        test: {
          name: "prove",
          include: ["**/*.prove.ts"],
          expect: { poll: { timeout: 30_000 } },
          exclude: ["**/node_modules/**"],
          environment: "node",
          globalSetup: ["apps/server/test/database.ts"],
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "e2e",
          // As long as a page waits for anything: a poll's own default of a second is too short for a busy machine.
          expect: { poll: { timeout: 30_000 } },
          include: ["e2e/**/*.e2e.ts"],
          environment: "node",
          globalSetup: ["e2e/product.ts"],
          setupFiles: ["e2e/ownDemo.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
