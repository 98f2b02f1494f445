import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Gauge, type Registry } from "prom-client";
import { accountGroups } from "../store/claimDialect.ts";
import type { Database } from "../store/database.ts";
import { type OperatorFigures, readOperatorFigures } from "../store/operatorFigures.ts";
import { listSendingAccounts } from "../store/worker.ts";

/** Figures are read at most this often, regardless of the number of requests. */
const freshForMs = 5_000;
/** Accounts per transaction. */
const accountsAtOnce = 500;
const results = ["queued", "submitting", "accepted", "rejected", "blocked", "in_doubt", "unknown", "cancelled"];

/** Adds the workers' backlog to /metrics. It is read from the database, so that any API process can report it for all workers. */
export function addOperatorGauges(db: Database, registers: Registry[]): void {
  const figures = cached(() => readAll(db));
  const gauge = (name: string, help: string, read: (figures: OperatorFigures) => number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const known = await figures();
        if (known) this.set(read(known));
        else this.remove();
      },
    });
  };
  gauge("trunkline_messages_queued", "Texts that are due and wait to be sent", (one) => one.queued);
  gauge(
    "trunkline_messages_in_doubt",
    "Texts for which it is unknown whether the carrier received them",
    (one) => one.inDoubt,
  );
  gauge("trunkline_journeys_due", "Journeys that are due and wait for a worker", (one) => one.due);
  gauge(
    "trunkline_journeys_oldest_due_seconds",
    "How long the oldest due journey has been waiting",
    (one) => one.oldestDueSeconds,
  );
  new Gauge({
    name: "trunkline_messages_recent",
    help: "Texts created in the last five minutes, by send result",
    labelNames: ["result"],
    registers,
    async collect() {
      const known = await figures();
      this.reset();
      if (known) for (const result of results) this.set({ result }, ownValue(known.recent, result) ?? 0);
    },
  });
}

async function readAll(db: Database): Promise<OperatorFigures> {
  const accounts = await db.global(listSendingAccounts);
  const all: OperatorFigures = { queued: 0, due: 0, oldestDueSeconds: 0, inDoubt: 0, recent: {} };
  for (const some of accountGroups(db, accounts, accountsAtOnce)) {
    const one = await db.tx(some, (q) => readOperatorFigures(q, some), { byKey: true });
    all.queued += one.queued;
    all.due += one.due;
    all.inDoubt += one.inDoubt;
    all.oldestDueSeconds = Math.max(all.oldestDueSeconds, one.oldestDueSeconds);
    for (const [state, n] of Object.entries(one.recent))
      setOwnValue(all.recent, state, (ownValue(all.recent, state) ?? 0) + n);
  }
  return all;
}

/** One reading shared by all requests within a few seconds. Null while the database is unavailable. */
function cached(read: () => Promise<OperatorFigures>): () => Promise<OperatorFigures | null> {
  let at = Number.NEGATIVE_INFINITY;
  let reading: Promise<OperatorFigures | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - at > freshForMs) {
      at = performance.now();
      reading = read().catch(() => null);
    }
    return reading;
  };
}
