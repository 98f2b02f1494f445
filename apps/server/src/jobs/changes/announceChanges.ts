import type { ChangeKind } from "@trunkline/contract/changes/change.ts";
import { type Change, countChangesOf } from "../../store/changes/change.ts";
import { kindsOfStatement } from "../../store/changes/changedKinds.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import { type Database, isLostConnection } from "../../store/database.ts";

/** The first change of a quiet time is announced after `soonMs`, the ones after it together every `everyMs`. */
const soonMs = 30;
const everyMs = 500;
const mostAtOnce = 1_000;

/** Announces what this process writes to the pages of all processes (decision 0112). Returns how to stop. */
export function announceChanges(db: Database, failed: (error: unknown) => void = () => {}): () => void {
  const due = new Map<string, Set<ChangeKind>>();
  let timer: NodeJS.Timeout | null = null;
  let announcedAt = 0;
  const plan = () => {
    if (timer !== null || due.size === 0) return;
    timer = setTimeout(announce, Math.max(soonMs, announcedAt + everyMs - performance.now()));
    timer.unref();
  };
  const listener = (accountIds: readonly string[], statements: ReadonlySet<string>) => {
    for (const statement of statements) {
      const kinds = kindsOfStatement(statement);
      if (kinds.size === 0) continue;
      for (const accountId of accountIds) {
        const known = due.get(accountId) ?? new Set();
        due.set(accountId, known);
        for (const kind of kinds) known.add(kind);
      }
    }
    plan();
  };
  db.writeListeners.add(listener);
  return () => {
    db.writeListeners.delete(listener);
    if (timer !== null) clearTimeout(timer);
  };

  async function announce(): Promise<void> {
    announcedAt = performance.now();
    const changes = [...due].flatMap(([accountId, kinds]) => [...kinds].map((kind): Change => ({ accountId, kind })));
    due.clear();
    try {
      for (let at = 0; at < changes.length; at += mostAtOnce) {
        const some = changes.slice(at, at + mostAtOnce);
        await eachInTurn(transactionsOf(db, some), (group) =>
          db.tx([...new Set(group.map(({ accountId }) => accountId))], (q) => countChangesOf(q, group)),
        );
      }
    } catch (error) {
      // pages get it when they poll
      if (!isLostConnection(error)) failed(error);
    } finally {
      timer = null;
      plan();
    }
  }
}
