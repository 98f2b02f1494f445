import { randomBytes } from "node:crypto";
import { openEgress } from "../src/egress/egress.ts";
import { startWorker } from "../src/program/worker.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import { openDatabase } from "../src/store/database.ts";
import { type BreakingPoint, breakingDatabase } from "./breakingDatabase.ts";
import { logError, suiteLog } from "./suiteLogs.ts";
import { testDialect } from "./testDialect.ts";

// A worker in a process of its own that ends itself with SIGKILL at its n-th statement:
// node breakingWorker.ts URL N POINT [MASTER_KEY PUBLIC_URL]. The last two are for connections to providers on this machine.

const [url, at, point, masterKey, publicUrl] = process.argv.slice(2) as [
  string,
  string,
  BreakingPoint,
  string | undefined,
  string | undefined,
];
const db = openDatabase(url, { connections: 8, ...testDialect() });
startWorker({
  egress: openEgress({ allow: masterKey === undefined ? [] : ["127.0.0.0/8"] }),
  secrets: openSecrets(masterKey === undefined ? randomBytes(32) : Buffer.from(masterKey, "hex")),
  ...(publicUrl !== undefined && { publicUrl, connections: { pollEveryMs: 100 } }),
  db: breakingDatabase(db, Number(at), point, () => process.kill(process.pid, "SIGKILL")),
  simulator: { latencyMs: 3, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: 0.01 },
  unknownAfterMs: 60_000,
  log: { error: logError, warn: (fields, text) => suiteLog().warn(fields, text) },
});
process.on("SIGTERM", () => process.exit(0));
