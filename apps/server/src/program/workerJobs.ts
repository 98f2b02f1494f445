import type { Performer } from "../effects/performer.ts";
import { busySenders } from "../jobs/calls/busySenders.ts";
import { transcribeVoicemailsJob } from "../jobs/calls/transcribeVoicemails.ts";
import { type VoiceParts, voiceJobs } from "../jobs/calls/voiceJobs.ts";
import { watchCallsJob, watchReputationsJob } from "../jobs/calls/watchAccounts.ts";
import { bulkContactsJob } from "../jobs/contacts/bulkContacts.ts";
import { importContactsJob } from "../jobs/contacts/importContacts.ts";
import { importDncJob } from "../jobs/doNotContact/importDnc.ts";
import { importFederalJob } from "../jobs/doNotContact/importFederal.ts";
import { forgetHistoryJob } from "../jobs/history/forgetHistory.ts";
import { purgeJob } from "../jobs/history/purge.ts";
import { wakeConversationsJob } from "../jobs/inbox/wakeConversations.ts";
import { reapDeadWorkers, resolveDoubt } from "../jobs/messages/resolveDoubt.ts";
import { watchAlertsJob } from "../jobs/notifications/watchAlerts.ts";
import type { PendingWork } from "../jobs/pendingWork.ts";
import { syncRegistrationsJob } from "../jobs/registration/syncRegistrations.ts";
import type { Job } from "../jobs/repeat.ts";
import { foldReportsJob } from "../jobs/reports/foldReports.ts";
import { countOutcomesJob } from "../jobs/runs/countOutcomes.ts";
import { dryRunJob } from "../jobs/runs/dryRun.ts";
import { fireSchedulesJob, recalculateSlotsJob } from "../jobs/runs/fireSchedules.ts";
import type { LaneRing } from "../jobs/runs/laneRing.ts";
import { cancelLanes, enrolLanes, finishLanes } from "../jobs/runs/maintainRuns.ts";
import { moveJourneysJob } from "../jobs/runs/moveJourneys.ts";
import { deliverReceipts } from "../jobs/simulator/runSimulatedCarrier.ts";
import { openSimulatedRegistry } from "../registry/openRegistry.ts";
import type { Database } from "../store/database.ts";
import { insertPartitions, removeEmptyPartitions } from "../store/partition.ts";
import { listSendingAccounts } from "../store/worker.ts";
import type { SharedParts } from "./workerParts.ts";

/** What waits for the worker. */
interface Queues {
  ring: LaneRing;
  pendingWork: PendingWork;
}

/** What a worker does in the background, besides claiming, sending and performing effects. */
export function workerJobs(shared: SharedParts, queues: Queues, performers: readonly Performer[]): Job[] {
  const { db } = shared.parts;
  const senders = async () => queues.pendingWork.waiting?.senders ?? db.global(listSendingAccounts);
  const accounts: Accounts = { senders, busy: busySenders(db, senders) };
  return [
    ...runJobs(shared, queues, accounts),
    ...recoveryJobs(
      shared,
      performers.filter((one) => one.repeatable).map((one) => one.do),
    ),
    ...wantedJobs(shared, queues),
    ...registrationJobs(shared),
    ...callJobs(shared, queues, accounts),
  ];
}

/** Accounts that own numbers, and those of them whose calls and receipts have something to do. */
type Accounts = Pick<VoiceParts, "senders" | "busy">;

/** Runs and their receipts. */
function runJobs(
  { parts: { db, runsEveryMs }, slots }: SharedParts,
  { ring, pendingWork }: Queues,
  { busy }: Accounts,
): Job[] {
  const slot = slots.maintenance;
  const seenStops = new Map<string, string>();
  const atMost = (ms: number): number => Math.min(ms, runsEveryMs ?? ms);
  return [
    { name: "lanes", everyMs: atMost(500), run: () => pendingWork.poll() },
    { name: "enrol", everyMs: atMost(250), wakesUp: true, run: () => enrolLanes(db, ring.all, slot) },
    { name: "cancel", everyMs: atMost(500), run: () => cancelLanes(db, ring.all, seenStops) },
    { name: "finish", everyMs: atMost(1_000), run: () => finishLanes(db, ring.all) },
    {
      name: "receipts",
      everyMs: atMost(200),
      quietMs: atMost(1_000),
      run: async () => deliverReceipts(db, slot, await busy()),
    },
  ];
}

/** What dead workers left, texts in doubt, and old rows. */
const recoveryJobs = (
  { parts: { db, unknownAfterMs }, carriers, slots }: SharedParts,
  repeatable: Parameters<typeof reapDeadWorkers>[1],
): Job[] => [
  { name: "bury", everyMs: 2_000, run: async () => (await reapDeadWorkers(db, repeatable)) > 0 },
  {
    name: "doubt",
    everyMs: 2_000,
    run: () => resolveDoubt(db, { carriers, slot: slots.maintenance, unknownAfterMs }),
  },
  { name: "partitions", everyMs: 6 * 3_600_000, run: () => maintainPartitions(db) },
  purgeJob,
  forgetHistoryJob,
  foldReportsJob,
  countOutcomesJob,
  watchAlertsJob,
  watchReputationsJob,
  recalculateSlotsJob,
];

/** Jobs that look into their queue only while something waits there. */
const wantedJobs = ({ parts, slots }: SharedParts, { pendingWork }: Queues): Job[] => [
  {
    ...transcribeVoicemailsJob({ ...parts, speech: parts.speech ?? null }),
    isWanted: () => pendingWork.waiting?.transcripts !== false,
  },
  {
    ...moveJourneysJob({ slot: slots.moves, publicUrl: parts.publicUrl, hasModel: parts.model != null }),
    isWanted: () => pendingWork.waiting?.journeyMoves !== false,
  },
  {
    ...dryRunJob({ publicUrl: parts.publicUrl, hasModel: parts.model != null }),
    isWanted: () => pendingWork.waiting?.dryRuns !== false,
  },
  { ...watchCallsJob, isWanted: () => pendingWork.waiting?.callThresholds !== false },
  { ...importContactsJob, isWanted: () => pendingWork.waiting?.imports !== false },
  { ...bulkContactsJob, isWanted: () => pendingWork.waiting?.contactJobs !== false },
  { ...importDncJob, isWanted: () => pendingWork.waiting?.dncImports !== false },
  { ...importFederalJob, isWanted: () => pendingWork.waiting?.federalImports !== false },
  { ...wakeConversationsJob, isWanted: () => pendingWork.waiting?.conversations !== false },
  { ...fireSchedulesJob, isWanted: () => pendingWork.waiting?.schedules !== false },
];

/** Creates the history partitions of this month and the next two. Drops old empty ones. */
async function maintainPartitions(db: Database): Promise<boolean> {
  await db.owner((q) => insertPartitions(q, 2));
  await removeEmptyPartitions(db);
  return false;
}

/** Brands and 10DLC campaigns at their registry, unless another process syncs them. */
const registrationJobs = ({ parts }: SharedParts): Job[] =>
  parts.registry === null ? [] : [syncRegistrationsJob(parts.registry ?? openSimulatedRegistry(parts.db), parts)];

/** Everything that is done for calls. */
const callJobs = ({ parts, workerId, isAlive }: SharedParts, { ring }: Queues, accounts: Accounts): Job[] =>
  voiceJobs({
    db: parts.db,
    ...accounts,
    ring,
    workerId,
    isAlive,
    egress: parts.egress,
    secrets: parts.secrets,
    world: { publicUrl: parts.publicUrl ?? "", pace: parts.simulator?.callPace ?? 1 },
    timeoutMs: parts.simulator?.timeoutMs,
    unknownAfterMs: parts.unknownAfterMs,
    traces: parts.traces,
  });
