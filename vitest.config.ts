import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { proofLimitMs, testLimitMs, waitLimitMs } from "./apps/server/test/waitLimit.ts";

/** No test gives up because the machine is slow or busy (decision 0051). */
const limits = {
  testTimeout: testLimitMs,
  hookTimeout: testLimitMs,
  expect: { poll: { timeout: waitLimitMs } },
  // the closing lines of a run that failed elsewhere are all that is left of it: they say which row differed
  chaiConfig: { truncateThreshold: 4_000 },
};

/** Node reads the code itself, as it does for the program, and finds it compiled: reading it by Vite costs a tenth of the whole. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };

/** Their tables are tried whole in `npm run prove`, and in `npm test` what differs in kind (`everyRow`). */
const longTables = [
  "test/wireRuns",
  "test/inboundWire",
  "src/jobs/calls/telnyxCalls",
  "src/jobs/carriers/telnyxCampaign",
  "src/jobs/carriers/twilioRcs",
  "src/jobs/carriers/rbmCampaign",
].map((name) => `apps/server/${name}.test.ts`);

/** Tests of the engine that are run a second time, with claims of one account at a time, as on Citus (architecture, One program). */
const byAccount = {
  ...native,
  env: { TRUNKLINE_CLAIM: "byAccount" },
  environment: "node" as const,
  globalSetup: ["apps/server/test/database.ts"],
};
const engineTests = (...names: string[]) => names.map((name) => `apps/server/src/jobs/${name}.test.ts`);

/** Files at a time of the tests without a browser. On two cores one more than cores, because some wait for a clock or a pace. */
const beside = 3;

// programs that tests start by the dozen find their code compiled
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

// `unit` needs nothing but the code, `server` and `prove` a real PostgreSQL, `e2e` the built product and a browser.
export default defineConfig({
  test: {
    teardownTimeout: waitLimitMs,
    projects: [
      {
        test: {
          name: "unit",
          ...limits,
          include: [
            "packages/**/*.test.ts",
            "apps/web/**/*.test.ts",
            "apps/server/test/wiring.test.ts",
            "architecture.test.ts",
            "sourceRules.test.ts",
            "ownValues.test.ts",
            "citations.test.ts",
            "deploy.test.ts",
            "style.test.ts",
          ],
          environment: "node",
          // Reading the modules costs more than most files' tests: files of one worker share them.
          isolate: false,
          maxWorkers: beside,
        },
      },
      {
        test: {
          name: "server",
          ...limits,
          ...native,
          include: ["apps/server/**/*.test.ts"],
          exclude: ["**/node_modules/**", "**/byAccount.test.ts", "**/wiring.test.ts"],
          environment: "node",
          globalSetup: ["apps/server/test/database.ts"],
          isolate: false,
          maxWorkers: beside,
        },
      },
      {
        test: {
          name: "byAccount",
          ...limits,
          ...byAccount,
          include: engineTests("messages/sendMessages", "journeys/byAccount"),
          maxWorkers: beside,
        },
      },
      {
        test: {
          name: "proveByAccount",
          ...limits,
          ...byAccount,
          include: engineTests("runs/batchLife", "journeys/nodes"),
          fileParallelism: false,
        },
      },
      {
        // The long proofs: `npm run prove`, never part of `npm test`.
        test: {
          name: "prove",
          ...limits,
          testTimeout: proofLimitMs,
          hookTimeout: proofLimitMs,
          ...native,
          include: ["**/*.prove.ts", ...longTables],
          exclude: ["**/node_modules/**", "e2e/**"],
          provide: { everyRow: true },
          environment: "node",
          globalSetup: ["apps/server/test/database.ts"],
          fileParallelism: false,
        },
      },
      {
        // The long proofs in the browser, after the others, some of which measure.
        test: {
          name: "provePages",
          ...limits,
          testTimeout: proofLimitMs,
          hookTimeout: proofLimitMs,
          ...native,
          include: ["e2e/**/*.prove.ts"],
          environment: "node",
          globalSetup: ["e2e/product.ts"],
          setupFiles: ["e2e/ownDemo.ts"],
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          ...limits,
          ...native,
          include: ["e2e/**/*.e2e.ts"],
          environment: "node",
          globalSetup: ["e2e/product.ts"],
          setupFiles: ["e2e/ownDemo.ts"],
          // with three the tests of the server get too little of two cores, and the whole takes longer
          maxWorkers: 2,
          // vitest wants an order of its own for another number of workers
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
