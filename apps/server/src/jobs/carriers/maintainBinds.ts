import { type ConnectionHealth, newHealth, type SessionCarrier } from "@trunkline/carriers/carrier.ts";
import { passwordPlace } from "../../carriers/connectionKind.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { type OwnedBind, releaseBinds, renewBinds } from "../../store/carriers/carrierBind.ts";
import {
  type CarrierConnectionRow,
  carrierNameOf,
  findCarrierConnection,
  type HealthReport,
  writeHealth,
} from "../../store/carriers/carrierConnection.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import type { Job } from "../repeat.ts";
import type { ConnectionTimeouts, OpenedConnection } from "./connectionOpener.ts";
import { openConnection } from "./openConnection.ts";

/** What maintaining binds needs. */
export interface BindParts {
  db: Database;
  workerId: string;
  slot: number;
  egress: Egress;
  secrets: Secrets;
  /** The sender's carriers. Connections are added and removed. */
  carriers: Map<string, SessionCarrier>;
  timeouts?: ConnectionTimeouts | undefined;
  /** Where providers reach the product. */
  publicUrl: string;
  failed(error: unknown): void;
}

interface Kept extends OwnedBind, OpenedConnection {
  /** The last report. */
  reported: ConnectionHealth;
}

/**
 * Keeps the connections of accounts: each is bound by one worker at a time, which holds it by a lease and is followed by
 * another when it dies. Opens and closes them as they are saved, and reports their state.
 */
export class BindKeeper {
  private readonly parts: BindParts;
  private readonly kept = new Map<string, Kept>();

  constructor(parts: BindParts) {
    this.parts = parts;
  }

  /** Its jobs; `areSome`: connections are there. */
  jobs(areSome: () => boolean): Job[] {
    const everyMs = this.parts.timeouts?.pollEveryMs ?? 1_000;
    return [
      {
        name: "binds",
        everyMs,
        wakesUp: true,
        // one that was deleted is closed
        isWanted: () => areSome() || this.kept.size > 0,
        run: () => this.keep(),
      },
      {
        name: "received",
        everyMs: 2 * everyMs,
        run: async () => {
          for (const { applyReceived } of this.kept.values()) await applyReceived?.();
          return false;
        },
      },
    ];
  }

  private async keep(): Promise<boolean> {
    const { db, workerId } = this.parts;
    const held = new Map((await db.global((q) => renewBinds(q, workerId))).map((bind) => [bind.connectionId, bind]));
    for (const one of this.kept.values())
      if (held.get(one.connectionId)?.revision !== one.revision) await this.close(one);
    for (const bind of held.values()) if (!this.kept.has(bind.connectionId)) await this.open(bind);
    await this.tell();
    return false;
  }

  private async open(bind: OwnedBind): Promise<void> {
    const { db, secrets, egress, publicUrl, timeouts = {}, slot, carriers, failed } = this.parts;
    const { accountId, connectionId } = bind;
    const row = await db.tx([accountId], (q) => findCarrierConnection(q, accountId, connectionId));
    if (row === null) return;
    const opened = openConnection[row.kind]({
      db,
      accountId,
      name: carrierNameOf(row),
      row,
      password: openPassword(secrets, accountId, row),
      slot,
      egress,
      publicUrl,
      timeouts,
      failed,
    });
    this.kept.set(connectionId, { ...bind, ...opened, reported: newHealth() });
    carriers.set(opened.carrier.name, opened.carrier);
  }

  private async close(one: Kept): Promise<void> {
    this.kept.delete(one.connectionId);
    this.parts.carriers.delete(one.carrier.name);
    await one.carrier.stop();
  }

  /** Releases every connection, so that another worker binds at once. */
  async stop(): Promise<void> {
    await Promise.all([...this.kept.values()].map((one) => one.carrier.stop()));
    await this.tell().catch(() => {});
    await this.parts.db.global((q) => releaseBinds(q, this.parts.workerId)).catch(() => {});
    this.kept.clear();
  }

  private async tell(): Promise<void> {
    const { db } = this.parts;
    const reports = [...this.kept.values()].map((one) => ({
      accountId: one.accountId,
      one,
      now: one.carrier.health(),
    }));
    if (reports.length === 0) return;
    await eachInTurn(transactionsOf(db, reports), async (some) => {
      await db.tx([...new Set(some.map(({ accountId }) => accountId))], (q) =>
        writeHealth(
          q,
          some.map(({ one, now }) => reportOf(one, now)),
        ),
      );
      for (const { one, now } of some) one.reported = now;
    });
  }
}

function openPassword(
  secrets: Secrets,
  accountId: string,
  { connectionId, password }: CarrierConnectionRow,
): { text: string; problem: unknown } {
  try {
    return { text: secrets.open(passwordPlace(accountId, connectionId), password), problem: null };
  } catch (problem) {
    return { text: "", problem };
  }
}

function reportOf({ accountId, connectionId, reported }: Kept, now: ConnectionHealth): HealthReport {
  return {
    accountId,
    connectionId,
    state: now.state,
    boundAt: dateOf(now.boundAt),
    error: now.lastError?.words.slice(0, 500) ?? null,
    errorAt: dateOf(now.lastError?.at ?? null),
    throttledAt: dateOf(now.throttledAt),
    underWay: now.underWay,
    sent: now.sent - reported.sent,
    refused: now.refused - reported.refused,
    receipts: now.receipts - reported.receipts,
    texts: now.texts - reported.texts,
  };
}

const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at));
