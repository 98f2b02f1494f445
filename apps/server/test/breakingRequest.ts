import { readConfig } from "../src/config/config.ts";
import { buildServer } from "../src/program/server.ts";
import { openDatabase } from "../src/store/database.ts";
import { type BreakingPoint, breakingDatabase } from "./breakingDatabase.ts";
import { suiteLog } from "./suiteLogs.ts";
import { testDialect } from "./testDialect.ts";

// One request in a process of its own that ends itself with SIGKILL at its n-th statement. The request comes as JSON in
// the environment: node breakingRequest.ts URL N POINT

const [url, at, point] = process.argv.slice(2) as [string, string, BreakingPoint];
const { masterKey, request } = JSON.parse(process.env["TRUNKLINE_TEST_REQUEST"] ?? "{}") as {
  masterKey: string;
  request: { method: "POST" | "PUT" | "DELETE"; url: string; headers: Record<string, string>; payload: string };
};
const db = openDatabase(url, { connections: 4, ...testDialect() });
const { app } = await buildServer({
  db: breakingDatabase(db, Number(at), point, () => process.kill(process.pid, "SIGKILL")),
  config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent" }),
  log: suiteLog(),
  masterKey: Buffer.from(masterKey, "base64"),
  pagesFolder: "/nonexistent",
});
const answer = await app.inject(request);
process.exit(answer.statusCode < 500 ? 0 : 1);
