import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { searchLogs, shapesOf } from "./searchLogs.ts";
import { captureLog, noteSecrets, noteSecretsOf, suiteLogsVariable } from "./suiteLogs.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "trunkline-logs-"));
  vi.stubEnv(suiteLogsVariable, folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

it("the search of the logs finds a secret however it is written, and nothing where there is none", () => {
  const secret = 'a "secret" of this test & more';
  noteSecrets([secret, "short", undefined]);
  noteSecretsOf({
    name: "no secret at all",
    password: "password of no user",
    payload: [
      { key: "tl_an-unused-api-key", recoveryCodes: ["recovery-code-1"], authHeaders: { A: "Bearer unknown" } },
    ],
  });
  captureLog("clean", "a call was made by a user, and a secret of another test was used\n");
  expect(searchLogs(folder)).toMatchObject({ secrets: 5, found: [] });
  for (const [index, shape] of shapesOf(secret).entries())
    writeFileSync(join(folder, `${index}.log`), `{"level":30,"msg":"it is ${shape} here"}\n`);
  writeFileSync(join(folder, "key.log"), "used tl_an-unused-api-key");
  const { found } = searchLogs(folder);
  expect(found).toHaveLength(shapesOf(secret).length + 1);
  expect(found).toContain("key.log: tl_a… (20 characters)");
});
