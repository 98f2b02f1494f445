import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Answer } from "@trunkline/workflow/engine/effects.ts";
import type { EffectContext, Performer, Postponed } from "../../effects/performer.ts";
import type { Egress } from "../../egress/egress.ts";
import type { EmailUrls } from "../../email/emailProviders.ts";
import type { SmtpPool } from "../../email/smtpPool.ts";
import type { LanguageModel } from "../../models/openModel.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import { CommitUnknown, type Database, isLostConnection, narrowed } from "../../store/database.ts";
import { answerMoved } from "../../store/journeys/answer.ts";
import {
  type ClaimedEffect,
  claimEffects,
  type EffectEnd,
  type EffectLane,
  endEffects,
} from "../../store/journeys/effect.ts";
import { traceCall } from "../../tracing/traceCall.ts";
import type { Traces } from "../../tracing/traces.ts";
import { Gatherer } from "../gatherer.ts";
import type { PollTimer } from "../pollTimer.ts";
import type { LaneRing } from "../runs/laneRing.ts";

/** What performing effects needs. */
export interface PerformingOptions {
  db: Database;
  workerId: string;
  performers: readonly Performer[];
  egress: Egress;
  secrets: Secrets;
  model: LanguageModel | null;
  emailUrls: EmailUrls;
  /** Closed when the effects have ended. */
  smtp: SmtpPool;
  lookup: LookupKeys | null;
  publicUrl: string;
  /** What effects are recorded in. Default: nothing. */
  traces?: Traces | undefined;
  /** Effects under way at once, in all and for one account. */
  atOnce?: number;
  atOncePerAccount?: number;
  /** False when the worker's heartbeat is old: others may have declared it dead. */
  isAlive(): boolean;
  /** Called when journeys have been answered. */
  answered?(): void;
  failed(error: unknown): void;
}

/** Ends that are written together. */
const mostGathered = 200;
/** Transactions of performers at once: calls that time out together begin together, and must not take every connection. */
const transactionsAtOnce = 2;

interface Ended {
  end: EffectEnd;
  /** The answer for the journey; undefined while the effect has not ended. */
  answer?: Answer;
}

interface UnderWay {
  effect: ClaimedEffect;
  repeatable: boolean;
  abort: AbortController;
}

/**
 * Performs effects. The number under way is limited, in total and per account, so that slow effects of one account do not
 * delay others. Results and answers are written in bulk.
 */
export class EffectRunner {
  private readonly options: PerformingOptions;
  /** The database that performers use. */
  private readonly db: Database;
  private readonly byKind: ReadonlyMap<string, Performer>;
  private readonly atOnce: number;
  private readonly atOncePerAccount: number;
  private readonly underWay = new Set<UnderWay>();
  private readonly perAccount = new Map<string, number>();
  private stopping = false;
  private readonly gatherer = new Gatherer<Ended>(mostGathered, (ended) => this.write(ended));

  constructor(options: PerformingOptions) {
    this.options = options;
    this.db = narrowed(options.db, transactionsAtOnce);
    this.byKind = new Map(options.performers.map((one) => [one.do, one]));
    this.atOnce = options.atOnce ?? 256;
    this.atOncePerAccount = options.atOncePerAccount ?? 64;
  }

  /** Room for more effects. */
  get room(): number {
    return this.stopping ? 0 : this.atOnce - this.underWay.size;
  }

  /** Claims what is due in these lanes and starts it; returns how many. */
  async take(lanes: readonly EffectLane[]): Promise<number> {
    const open = this.share(lanes);
    if (open.length === 0) return 0;
    const { db, workerId } = this.options;
    let count = 0;
    const claim = async (group: readonly EffectLane[]): Promise<void> => {
      const accountIds = [...new Set(group.map((lane) => lane.accountId))];
      const taken = await db.tx(accountIds, (q) => claimEffects(q, group, workerId), { byKey: true });
      for (const effect of taken) void this.perform(effect);
      count += taken.length;
    };
    await eachInTurn(transactionsOf(db, open), claim, this.options.failed);
    return count;
  }

  /** Shares the room among the lanes, and each account's room among its own. */
  private share(lanes: readonly EffectLane[]): EffectLane[] {
    let room = this.room;
    const perLane = Math.max(1, Math.ceil(room / Math.max(1, lanes.length)));
    const open: EffectLane[] = [];
    for (const [accountId, own] of Map.groupBy(lanes, (lane) => lane.accountId)) {
      let left = this.atOncePerAccount - (this.perAccount.get(accountId) ?? 0);
      const perOwn = Math.max(1, Math.ceil(left / own.length));
      for (const lane of own) {
        const quota = Math.min(lane.quota, perLane, perOwn, left, room);
        if (quota <= 0) break;
        left -= quota;
        room -= quota;
        open.push({ ...lane, quota });
      }
    }
    return open;
  }

  private async perform(effect: ClaimedEffect): Promise<void> {
    const performer = this.byKind.get(effect.kind);
    const one: UnderWay = { effect, repeatable: performer?.repeatable ?? true, abort: new AbortController() };
    this.underWay.add(one);
    this.perAccount.set(effect.accountId, (this.perAccount.get(effect.accountId) ?? 0) + 1);
    let ended: Ended;
    // nothing has been done yet, so releasing it is safe
    if (!this.options.isAlive() || this.stopping) ended = givenBack(effect);
    else if (performer === undefined) ended = endOf(effect, { ok: false, reason: "no_performer" });
    else ended = await this.trace(effect, () => this.run(performer, one));
    this.underWay.delete(one);
    const left = (this.perAccount.get(effect.accountId) ?? 1) - 1;
    if (left > 0) this.perAccount.set(effect.accountId, left);
    else this.perAccount.delete(effect.accountId);
    this.gatherer.add(ended);
  }

  private trace(effect: ClaimedEffect, run: () => Promise<Ended>): Promise<Ended> {
    const { accountId, batchId, journeyId, node, kind, attempt } = effect;
    const attributes = {
      "trunkline.account_id": accountId,
      "trunkline.batch_id": batchId ?? undefined,
      "trunkline.node": node ?? undefined,
      "trunkline.attempt": attempt,
    };
    const describe = ({ end: { state, reason } }: Ended) => ({
      attributes: { "trunkline.outcome": state },
      // a reason may go on with the words of a server, in which a contact's data may be
      failed: state === "failed" ? (reason?.split(":", 1)[0] ?? "failed") : undefined,
    });
    return traceCall(this.options.traces, { journeyId, name: kind, attributes, describe }, run);
  }

  private async run(performer: Performer, { effect, abort }: UnderWay): Promise<Ended> {
    const { promise: cut, resolve } = Promise.withResolvers<Ended>();
    const timer = setTimeout(() => {
      resolve(timedOut(effect, performer));
      abort.abort();
    }, performer.timeoutMs);
    // the program stops: effects that ignore the signal are not awaited
    abort.signal.addEventListener("abort", () => resolve(givenBack(effect)));
    const done = this.ask(performer, effect, abort.signal);
    const ended = await Promise.race([done, cut]);
    clearTimeout(timer);
    return ended;
  }

  private async ask(performer: Performer, effect: ClaimedEffect, signal: AbortSignal): Promise<Ended> {
    const { payload, revision: _, kind: __, ...requester } = effect;
    const { egress, secrets, model, emailUrls, smtp, lookup, publicUrl } = this.options;
    const context: EffectContext = {
      ...requester,
      db: this.db,
      egress,
      secrets,
      model,
      emailUrls,
      smtp,
      lookup,
      publicUrl,
      signal,
    };
    try {
      const outcome: Answer | Postponed = await performer.perform(payload, context);
      return "postponeMs" in outcome
        ? { end: { ...keyOf(effect), state: "queued", reason: null, delayMs: outcome.postponeMs } }
        : endOf(effect, outcome);
    } catch (error) {
      // the database is away: nothing is known to be wrong with what is asked
      if ((isLostConnection(error) || error instanceof CommitUnknown) && performer.repeatable)
        return { end: { ...keyOf(effect), state: "queued", reason: null, delayMs: 1_000, givenBack: true } };
      if (!signal.aborted) this.options.failed(error);
      return endOf(effect, { ok: false, reason: `effect_failed: ${wordsOf(error)}` });
    }
  }

  /** Repeats the write until it succeeds: only this worker knows how these ended. The fence makes a repetition harmless. */
  private async write(ended: readonly Ended[]): Promise<void> {
    for (let pauseMs = 100; ; pauseMs = Math.min(5_000, pauseMs * 2)) {
      try {
        await writeEnded(this.options.db, this.options.workerId, ended);
        this.options.answered?.();
        return;
      } catch (error) {
        this.options.failed(error);
        // left under way: found when this worker is declared dead
        if (this.stopping) return;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  }

  /** Releases what may be repeated, waits for the rest, and writes everything. */
  async drain(): Promise<void> {
    this.stopping = true;
    for (const { repeatable, abort } of this.underWay) if (repeatable) abort.abort();
    await this.gatherer.drain(() => this.underWay.size > 0);
    this.options.smtp.close();
  }
}

/** Claims effects as long as there are any and room for them. */
export async function runEffectLoop(
  runner: EffectRunner,
  ring: LaneRing,
  pollTimer: PollTimer,
  failed: (error: unknown) => void,
): Promise<void> {
  while (!pollTimer.stopped) {
    const lanes = runner.room > 0 ? ring.effects(runner.room) : [];
    try {
      const taken = lanes.length === 0 ? 0 : await runner.take(lanes);
      if (taken === 0) await pollTimer.idle(ring.isQuiet);
      else pollTimer.worked();
    } catch (error) {
      failed(error);
      await pollTimer.backOff(isLostConnection(error));
    }
  }
}

/** Writes how effects ended and answers their journeys. */
async function writeEnded(db: Database, workerId: string, ended: readonly Ended[]): Promise<void> {
  const sorted = [...ended].sort((a, b) => (a.end.effectId < b.end.effectId ? -1 : 1));
  const answers = new Map(sorted.map(({ end, answer }) => [end.effectId, answer]));
  const ends = sorted.map(({ end }) => end);
  await eachInTurn(transactionsOf(db, ends), (group) =>
    db.tx(
      [...new Set(group.map(({ accountId }) => accountId))],
      async (q) => {
        const moved = await endEffects(q, group, workerId);
        await answerMoved(q, moved, ({ effectId }) => answers.get(effectId));
      },
      { byKey: true },
    ),
  );
}

const keyOf = ({ accountId, effectId, attempt }: ClaimedEffect) => ({ accountId, effectId, attempt });

const givenBack = (effect: ClaimedEffect): Ended => ({
  end: { ...keyOf(effect), state: "queued", reason: null, givenBack: true },
});

const endOf = (effect: ClaimedEffect, answer: Answer): Ended => ({
  end: { ...keyOf(effect), state: answer.ok ? "done" : "failed", reason: answer.reason ?? null },
  // a node that asks for several things must know which of them is answered
  answer: { ...answer, of: effect.payload.do },
});

/** Timed out: it is unknown whether it was done, which matters only for effects that must not be done twice. */
const timedOut = (effect: ClaimedEffect, { repeatable }: Performer): Ended =>
  repeatable
    ? endOf(effect, { ok: false, reason: "timed_out" })
    : {
        end: { ...keyOf(effect), state: "in_doubt", reason: "in_doubt" },
        answer: { ok: false, reason: "in_doubt" },
      };

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 300);
