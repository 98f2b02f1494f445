import { randomBytes } from "node:crypto";
import { openEgress } from "../src/egress/egress.ts";
import { startWorker } from "../src/program/worker.ts";
import { openSecrets } from "../src/secrets/secrets.ts";
import { openDatabase } from "../src/store/database.ts";
import { type BreakingPoint, breakingDatabase } from "./breakingDatabase.ts";

// A worker in a process of its own that ends itself with SIGKILL at its n-th statement: node breakingWorker.ts URL N POINT

const [url, at, point] = process.argv.slice(2) as [string, string, BreakingPoint];
const db = openDatabase(url, { connections: 8 });
startWorker({
  egress: openEgress({ allow: [] }),
  secrets: openSecrets(randomBytes(32)),
  db: breakingDatabase(db, Number(at), point, () => process.kill(process.pid, "SIGKILL")),
  simulator: { latencyMs: 3, receiptAfterMs: [10, 30], timeoutMs: 100, callPace: 0.01 },
  unknownAfterMs: 60_000,
});
process.on("SIGTERM", () => process.exit(0));
