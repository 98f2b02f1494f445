import type { Database } from "../src/store/database.ts";
import { type BreakingPoint, breakingDatabase } from "./breakingDatabase.ts";

/** A database whose process dies at its n-th statement: nothing that comes later reaches the server. */
export function dyingDatabase(db: Database, at: number, point: BreakingPoint): { db: Database; isDead: () => boolean } {
  let dead = false;
  const killed = (): Error => new Error("the process was killed");
  const broken = breakingDatabase(db, at, point, () => {
    dead = true;
    throw killed();
  });
  return {
    isDead: () => dead,
    db: {
      ...broken,
      tx: (accounts, work, options) => (dead ? Promise.reject(killed()) : broken.tx(accounts, work, options)),
      global: (work, options) => (dead ? Promise.reject(killed()) : broken.global(work, options)),
    },
  };
}
