import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { dice } from "@trunkline/workflow/outbound/randomWorkflow.ts";
import { receiveCall } from "../../src/inbound/receiveCall.ts";
import { receiveMessages } from "../../src/inbound/receiveMessages.ts";
import { receiveReceipts } from "../../src/inbound/receiveReceipts.ts";
import { CallTurns } from "../../src/jobs/calls/callTurns.ts";
import { placeCalls, resolveDoubtfulCalls } from "../../src/jobs/calls/placeCalls.ts";
import { ServiceWatch } from "../../src/jobs/carriers/serviceWatch.ts";
import { advanceJourneys } from "../../src/jobs/journeys/advanceJourneys.ts";
import { reapDeadWorkers, resolveDoubt } from "../../src/jobs/messages/resolveDoubt.ts";
import { Sender } from "../../src/jobs/messages/sendMessages.ts";
import { enrolBatch } from "../../src/jobs/runs/enrolBatch.ts";
import { LaneRing } from "../../src/jobs/runs/laneRing.ts";
import { cancelLanes, finishLanes } from "../../src/jobs/runs/maintainRuns.ts";
import type { Database } from "../../src/store/database.ts";
import { startBatch, stopBatch } from "../../src/store/runs/batch.ts";
import { type Lane, listLanes } from "../../src/store/runs/lane.ts";
import { insertWorker, removeWorker } from "../../src/store/worker.ts";
import { saveVersion } from "../../src/store/workflows/campaign.ts";
import { JourneyWorlds } from "../../src/world/journeyWorld.ts";
import { breakingDatabase } from "../breakingDatabase.ts";
import { type EngineWorld, makeCampaign, makeContacts, makeWorld, runBatch } from "../engineWorld.ts";
import { findViolations } from "./findViolations.ts";
import { SeededCarrier } from "./seededCarrier.ts";
import { SeededVoice } from "./seededVoice.ts";
import { type Roll, replyWords, seededWorkflow } from "./seededWorkflow.ts";

/** A moment from which something may no longer be sent, by the clock of the seed; and from which it may again. */
interface Hold {
  /** A number or a batch. */
  of: string;
  from: number;
  to: number;
}

/** What a played seed leaves behind. */
export interface Played {
  world: EngineWorld;
  carrier: SeededCarrier;
  voice: SeededVoice;
  holds: readonly Hold[];
  batches: readonly string[];
  /** A contact enters each workflow once. */
  isOnce: boolean;
}

/** How often something happens while everything may fail, and how long the rest may take. */
const faultyTurns = 60;
const mostTurns = 600;
/** A sender gathers answers for so long before it writes them. */
const writtenMs = 12;
const phones = Array.from({ length: 12 }, (_, index) => `+1303555${String(1100 + index)}`);

/** What is thrown where a worker dies. */
class Killed extends Error {}

/**
 * Plays one seed: a drawn workflow, contacts, one or two runs, and then one thing after another that the seed chooses:
 * claims, sends, answers, receipts, replies, opt-outs, pauses, time that passes, a worker that dies at any statement. Engine,
 * store and sender are the product's, on a real database; the carrier is the seed's. Ends with what is wrong (reliability §5).
 */
export async function playSeed(db: Database, seed: number): Promise<string[]> {
  const game = await openSeed(db, dice(seed), seed);
  try {
    for (let turn = 0; turn < faultyTurns; turn++) await game.turn();
    return [...(await game.settle()), ...(await findViolations(db, game))];
  } finally {
    await game.close();
  }
}

async function openSeed(db: Database, roll: Roll, seed: number): Promise<Seed> {
  const world = await makeWorld(db, { segmentPriceMicros: 7_000 });
  const carrier = `seed ${seed}`;
  await db.tx([world.account], (q) =>
    q.run("update number set carrier = $2 where account_id = $1", [world.account, carrier]),
  );
  const contacts = await makeContacts(db, world, phones.slice(0, 2 + roll(phones.length - 2)));
  const batches: string[] = [];
  // 0: a contact enters a workflow once
  const frequencyDays = roll(2) - 1;
  let campaign = await makeCampaign(db, world, seededWorkflow(roll, world.template), { frequencyDays });
  const campaigns = [campaign.campaignId];
  for (let count = roll(3); count >= 0; count--) {
    batches.push(await runBatch(db, world, campaign, contacts.slice(roll(2)), roll(3) === 0 ? 50 : -1));
    if (roll(2) === 0) continue;
    campaign = await makeCampaign(db, world, seededWorkflow(roll, world.template), { frequencyDays });
    campaigns.push(campaign.campaignId);
  }
  const numbers = phones.slice(0, contacts.length);
  const game = new Seed(db, roll, world, { carrier, batches, campaigns, phones: numbers, isOnce: frequencyDays === 0 });
  await game.startWorker();
  return game;
}

interface Parts {
  carrier: string;
  batches: readonly string[];
  campaigns: readonly string[];
  phones: readonly string[];
  isOnce: boolean;
}

class Seed implements Played {
  readonly world: EngineWorld;
  readonly carrier: SeededCarrier;
  readonly voice: SeededVoice;
  readonly holds: Hold[] = [];
  readonly batches: readonly string[];
  readonly isOnce: boolean;
  private readonly campaigns: readonly string[];
  private readonly db: Database;
  private readonly roll: Roll;
  private readonly phones: readonly string[];
  private readonly clock = { at: 0 };
  private readonly worlds = new JourneyWorlds();
  private readonly callTurns = new CallTurns();
  private readonly watch = new ServiceWatch("calls");
  private worker = { id: "", slot: 0, isAlive: true };
  private lanes = new LaneRing();
  private readonly seenStops = new Map<string, string>();
  private sender: Sender | undefined;
  private texts = 0;
  private claims = 0;
  /** The database of a worker that is about to die. */
  private breaking: Database | undefined;
  /** The worker's database. */
  private readonly place: Database;
  /** What answers could not be written for, other than a death. */
  private readonly failures: unknown[] = [];

  constructor(
    db: Database,
    roll: Roll,
    world: EngineWorld,
    { carrier, batches, campaigns, phones: numbers, isOnce }: Parts,
  ) {
    this.db = db;
    this.roll = roll;
    this.world = world;
    this.carrier = new SeededCarrier(carrier, roll, this.clock);
    this.voice = new SeededVoice(carrier, roll, this.clock);
    this.batches = batches;
    this.campaigns = campaigns;
    this.phones = numbers;
    this.isOnce = isOnce;
    this.place = {
      ...db,
      tx: (...asked) => (this.breaking ?? db).tx(...asked),
      global: (...asked) => (this.breaking ?? db).global(...asked),
    };
  }

  async startWorker(): Promise<void> {
    const id = randomUUID();
    this.worker = { id, slot: await this.db.global((q) => insertWorker(q, id, "seed")), isAlive: true };
    this.lanes = new LaneRing();
    const { worker } = this;
    this.sender = new Sender({
      db: this.place,
      workerId: id,
      slot: worker.slot,
      carriers: new Map([[this.carrier.name, this.carrier.connection(id)]]),
      isAlive: () => worker.isAlive,
      failed: (error) => {
        if (!(error instanceof Killed)) this.failures.push(error);
      },
    });
  }

  /** One thing that happens. */
  async turn(): Promise<void> {
    const things: (() => Promise<unknown>)[] = [
      () => this.work(),
      () => this.work(),
      () => this.work(),
      () => this.work(),
      () => this.dieAt(1 + this.roll(12)),
      () => this.answer(),
      () => this.answer(),
      () => this.receive(),
      () => this.ring(),
      () => this.reply(),
      () => this.hold(),
      () => this.pass(),
      () => this.doubt(),
      () => this.edit(),
      async () => {
        this.carrier.isDown = this.roll(3) === 0;
      },
    ];
    await things[this.roll(things.length)]?.();
  }

  /** A piece of a worker's work. */
  private async work(): Promise<void> {
    const db = this.place;
    const { account } = this.world;
    const lanes = (await this.db.global(listLanes)).filter(({ accountId }) => accountId === account);
    this.lanes.set(lanes);
    switch (this.roll(7)) {
      case 0:
        await this.enrol(db, lanes);
        return;
      case 1:
        await cancelLanes(db, lanes, this.seenStops);
        await finishLanes(db, lanes);
        return;
      case 2:
      case 3:
        await this.sender?.send([account]);
        return;
      case 4:
        await this.placeCalls(db);
        return;
      default:
        await this.claim(db);
    }
  }

  private async placeCalls(db: Database): Promise<void> {
    const { worker } = this;
    const carriers = { of: async () => this.voice.connection };
    await placeCalls(db, this.lanes.calls(10), {
      workerId: worker.id,
      carriers,
      turns: this.callTurns,
      watch: this.watch,
      isAlive: () => worker.isAlive,
    });
  }

  private async enrol(db: Database, lanes: readonly Lane[]): Promise<void> {
    for (const { accountId, batchId, enrolling } of lanes)
      if (enrolling) await enrolBatch(db, accountId, batchId, this.worker.slot, 1 + this.roll(6));
  }

  private async claim(db: Database): Promise<void> {
    // by the seed's clock, so that probes and full lanes take turns
    const asked = this.lanes.claim(1 + this.roll(20), ++this.claims * 1_000);
    if (asked.length === 0) return;
    try {
      const { slot } = this.worker;
      const { perLane } = await advanceJourneys(db, asked, { slot, worlds: this.worlds, visits: 1 + this.roll(4) });
      this.lanes.note(asked, perLane);
    } catch (error) {
      this.lanes.release(asked);
      throw error;
    }
  }

  /** The worker dies at its n-th statement, before it is sent or after its transaction was committed. */
  private async dieAt(statement: number): Promise<void> {
    const point = this.roll(2) === 0 ? "before" : "committed";
    this.breaking = breakingDatabase(this.db, statement, point, () => {
      throw new Killed();
    });
    try {
      await this.work();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    } finally {
      this.breaking = undefined;
    }
    await this.die();
  }

  /** Another worker takes over, which finds what the dead one was sending. */
  private async die(): Promise<void> {
    const { worker } = this;
    worker.isAlive = false;
    this.carrier.loseAnswersOf(worker.id);
    await this.db.global((q) =>
      q.run("update worker set seen_at = now() - interval '1 hour' where worker_id = $1", [worker.id]),
    );
    await this.startWorker();
    if (this.roll(2) === 0) await reapDeadWorkers(this.db);
  }

  /** The carrier answers, and the sender writes it. */
  private async answer(): Promise<void> {
    if (this.carrier.answerSome()) await pause(writtenMs);
  }

  private async receive(): Promise<void> {
    const receipts = this.carrier.someReceipts();
    if (receipts.length > 0)
      await this.db.tx([this.world.account], (q) => receiveReceipts(q, this.worker.slot, receipts));
  }

  /** Something happens on the lines of calls, or is reported once more. */
  private async ring(): Promise<void> {
    for (const { call, event } of this.voice.someEvents())
      await this.db.tx([call.accountId], (q) => receiveCall(q, call, event));
  }

  /** A contact texts; the carrier may deliver it twice. */
  private async reply(): Promise<void> {
    const from = this.phones[this.roll(this.phones.length)] ?? "";
    const text = replyWords[this.roll(replyWords.length)] ?? "";
    const carrierRef = `in ${this.carrier.name} ${++this.texts}`;
    const inbound = { from, to: this.world.number, text, mediaUrl: null, carrier: this.carrier.name, carrierRef };
    const [received] = await receiveMessages(this.db, [inbound], this.worker.slot);
    if (this.roll(4) === 0) await receiveMessages(this.db, [inbound], this.worker.slot);
    if (received?.word === "stop") this.begin(from);
    if (received?.word === "start") this.end(from);
  }

  /** A run is paused, stopped or resumed. */
  private async hold(): Promise<void> {
    const batchId = this.batches[this.roll(this.batches.length)] ?? "";
    const { account } = this.world;
    const what = this.roll(5);
    if (what < 2) {
      const mode = what === 0 ? "pause" : "stop";
      if (await this.db.tx([account], (q) => stopBatch(q, account, batchId, mode))) this.begin(batchId);
    } else await this.goOn(batchId);
  }

  private async goOn(batchId: string): Promise<void> {
    this.end(batchId);
    await this.db.tx([this.world.account], (q) => startBatch(q, this.world.account, batchId));
  }

  /** A workflow is saved as another one while contacts are on their way. */
  private async edit(): Promise<void> {
    const { account, template } = this.world;
    const campaignId = this.campaigns[this.roll(this.campaigns.length)] ?? "";
    const nodes = seededWorkflow(this.roll, template).map((node) => ({ x: 0, y: 0, children: [], ...node }));
    const definition = JSON.stringify({ schemaVersion: 1, startNode: 1, nodes, sections: { main: 1 } });
    await this.db.tx([account], (q) => saveVersion(q, account, campaignId, definition, "seed"));
  }

  private begin(of: string): void {
    if (this.holds.some((one) => one.of === of && one.to === Number.POSITIVE_INFINITY)) return;
    this.holds.push({ of, from: ++this.clock.at, to: Number.POSITIVE_INFINITY });
  }

  private end(of: string): void {
    for (const one of this.holds) if (one.of === of && one.to === Number.POSITIVE_INFINITY) one.to = ++this.clock.at;
  }

  /** Time passes: an hour or two days. What waits is that much nearer, because the database's clock cannot be set. */
  private async pass(hours = this.roll(2) === 0 ? 1 : 48): Promise<void> {
    const values = [this.world.account, `${hours} hours`];
    await this.db.tx([this.world.account], async (q) => {
      await q.run(
        `update journey set due_at = due_at - $2::interval, wake_at = wake_at - $2::interval
         where account_id = $1 and due_at is not null`,
        values,
      );
      await q.run(
        `update message set not_before = not_before - $2::interval, submitted = submitted - $2::interval
         where account_id = $1 and direction = 'out' and state in ('queued', 'submitting', 'in_doubt')`,
        values,
      );
      await q.run(
        `update call set not_before = not_before - $2::interval, submitted = submitted - $2::interval
         where account_id = $1 and state in ('queued', 'submitting', 'in_doubt')`,
        values,
      );
    });
  }

  private async doubt(unknownAfterMs = this.roll(2) === 0 ? 0 : undefined): Promise<void> {
    await reapDeadWorkers(this.db);
    const carriers = new Map([[this.carrier.name, this.carrier.connection(this.worker.id)]]);
    const options = { carriers, slot: this.worker.slot, ...(unknownAfterMs !== undefined && { unknownAfterMs }) };
    await resolveDoubt(this.db, options);
    const calling = { of: async () => this.voice.connection };
    await resolveDoubtfulCalls(this.db, [this.world.account], calling, unknownAfterMs);
  }

  /** Everything works again, and all runs continue to their end. What kept them from it. */
  async settle(): Promise<string[]> {
    this.carrier.isFaulty = false;
    this.voice.isFaulty = false;
    this.carrier.isDown = false;
    for (const batchId of this.batches) await this.goOn(batchId);
    for (let turn = 0; turn < mostTurns; turn++) {
      await this.work();
      if (turn % 5 === 0) {
        await this.answer();
        await this.receive();
        await this.ring();
        await this.doubt(0);
        await this.pass(100);
      }
      if (turn % 20 === 19 && (await this.isOver())) return this.failures.map(String);
    }
    return [...this.failures.map(String), `I11, I20: after ${mostTurns} turns without faults the runs have not ended`];
  }

  private async isOver(): Promise<boolean> {
    if (!this.carrier.isQuiet || !this.voice.isQuiet) return false;
    const row = await this.db.tx([this.world.account], (q) =>
      q.one<{ open: number }>(
        `select (select count(*) from batch where account_id = $1 and status <> 'done')::int
           + (select count(*) from message where account_id = $1 and direction = 'out'
                and state in ('queued', 'submitting', 'in_doubt'))::int
           + (select count(*) from call where account_id = $1 and state in ('queued', 'submitting', 'in_doubt'))::int open`,
        [this.world.account],
      ),
    );
    return row?.open === 0;
  }

  /** What is left of the account is no longer asked about. */
  async close(): Promise<void> {
    await this.db.global((q) => removeWorker(q, this.worker.id));
    await this.db.owner(async (q) => {
      await q.run("delete from number_directory where account_id = $1", [this.world.account]);
      await q.run("delete from lane where account_id = $1", [this.world.account]);
    });
  }
}
