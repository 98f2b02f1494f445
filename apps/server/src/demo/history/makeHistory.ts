import { setImmediate as nextTurn } from "node:timers/promises";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { silentRecording } from "../../inbound/silentRecording.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import type { Job } from "../../jobs/repeat.ts";
import type { Database, Query } from "../../store/database.ts";
import {
  claimWantedHistory,
  findHistoryUser,
  findWantedHistory,
  insertHistory,
  listHistoryContacts,
} from "../../store/history/demoHistory.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import { newId } from "../../store/newId.ts";
import { insertPartitions } from "../../store/partition.ts";
import { listLiveRoutes, listRoutedContacts, numberKey } from "../../store/routing/liveRoute.ts";
import { insertRouteDecisions } from "../../store/routing/routeDecision.ts";
import { listCampaigns } from "../../store/workflows/campaign.ts";
import { JourneyWorlds } from "../../world/journeyWorld.ts";
import { frontDeskName, frontDeskPhone } from "../frontDesk.ts";
import { reminderWorkflow } from "../workflows.ts";
import { chanceFrom } from "./chance.ts";
import { HistoryBook, isoOf } from "./historyBook.ts";
import { type FrontDesk, type HistoryVoicemail, playCalls, playThreads } from "./historyCalls.ts";
import { historyDays, historyRuns } from "./historyRuns.ts";
import { insertHistoryWorkflows } from "./historyWorkflows.ts";
import { playRun } from "./playRun.ts";

interface HistoryOptions {
  publicUrl: string;
  nowMs?: number;
}

/**
 * Makes the three weeks of history that the first start of a demo asked for, in one transaction: a process that is killed
 * leaves nothing of it, and the next start makes it (decision 0094). Answers whether there was anything to make.
 */
export async function makeDemoHistory(db: Database, options: HistoryOptions): Promise<boolean> {
  const account = await db.global(findWantedHistory);
  if (account === null) return false;
  await db.owner((q) => insertPartitions(q, 2, historyDays + 1));
  return db.tx([account], async (q) => {
    if (!(await claimWantedHistory(q, account))) return false;
    await make(q, account, { nowMs: Date.now(), ...options });
    return true;
  });
}

/** Makes the history in the background once the program listens, so that the first page does not wait for it. */
export function demoHistoryJob(publicUrl: string, isListening: () => boolean): Job {
  let isDone = false;
  return {
    name: "demoHistory",
    everyMs: 500,
    isWanted: () => !isDone && isListening(),
    async run(db: Database): Promise<false> {
      await makeDemoHistory(db, { publicUrl });
      isDone = true;
      return false;
    },
  };
}

async function make(q: Query, account: string, { publicUrl, nowMs }: Required<HistoryOptions>): Promise<void> {
  const [row] = await listClaimSettings(q, [account]);
  const settings = accountSettings.parse(row?.settings ?? {});
  const chance = chanceFrom(20_260_101);
  const { brandName: brand, helpContact: help, segmentPriceMicros: priceMicros } = settings;
  const book = new HistoryBook({ brand, help, priceMicros }, chance, nowMs);
  const contacts = await readContacts(q, account);
  const reminder = (await listCampaigns(q, account)).find(({ campaignName }) => campaignName === reminderWorkflow);
  const user = await findHistoryUser(q, account);
  if (reminder === undefined || user === null || contacts.length === 0) return;
  const made = await insertHistoryWorkflows(q, account, reminder.numberSet);
  const workflows = {
    reminder: { campaignId: reminder.campaignId, version: reminder.version },
    whitening: { campaignId: made.whitening, version: 1 },
    survey: { campaignId: made.survey, version: 1 },
  };
  const worlds = new JourneyWorlds({ publicUrl });
  const lastStart = new Map<string, number>();
  for (const run of historyRuns(workflows, contacts, nowMs)) {
    const [world] = await worlds.load(q, [{ ...run, accountId: account, ignoresWindow: false }]);
    const free = run.contacts.filter(({ contactId }) => run.startMs - (lastStart.get(contactId) ?? 0) > freeAfterMs);
    for (const { contactId } of free) lastStart.set(contactId, run.startMs);
    if (world) playRun({ ...run, accountId: account, contacts: free }, world, book, chance);
    // requests are answered meanwhile
    await nextTurn();
  }
  const number = { accountId: account, phone: frontDeskPhone };
  const route = (await listLiveRoutes(q, [number])).get(numberKey(number));
  const desk = { ...number, user, minutePriceMicros: settings.minutePriceMicros };
  const line = route && playInbound({ ...desk, route }, contacts, { book, chance, nowMs });
  if (line) await storeVoicemails(q, { ...desk, publicUrl }, line.voicemails, book);
  await insertHistory(q, account, book.finish(openMs));
  if (line) await insertRouteDecisions(q, line.verdicts);
}

/** A contact is in one run at a time, so that an opt-out is never followed by a text of another run. */
const freeAfterMs = 30 * 3_600_000;
/** Conversations of the last days are still open. */
const openMs = 4 * 86_400_000;

async function readContacts(q: Query, accountId: string): Promise<Contact[]> {
  const ids = await listHistoryContacts(q, accountId);
  const found = await listRoutedContacts(
    q,
    ids.map((contactId) => ({ accountId, contactId })),
  );
  return ids.flatMap((contactId) => found.get(`${accountId} ${contactId}`) ?? []);
}

function playInbound(
  desk: FrontDesk,
  contacts: readonly Contact[],
  parts: { book: HistoryBook; chance: ReturnType<typeof chanceFrom>; nowMs: number },
) {
  const line = playCalls(desk, contacts, parts);
  playThreads(desk, contacts, { ...parts, inbox: frontDeskName, verdicts: line.verdicts });
  return line;
}

/** How many voicemails have their recording; each takes some space. */
const mostRecordings = 6;

/** Stores the newest voicemails with their recordings, which are silent, as those of handsets are. */
async function storeVoicemails(
  q: Query,
  desk: Pick<FrontDesk, "accountId" | "phone" | "user"> & { publicUrl: string },
  voicemails: readonly HistoryVoicemail[],
  { rows }: HistoryBook,
): Promise<void> {
  for (const { callId, contact, seconds, atMs, isHeard } of voicemails.slice(-mostRecordings)) {
    const recorded = { data: silentRecording(seconds), isSilent: true };
    const { assetId, url } = await storeRecording(q, desk.accountId, callId, recorded, desk.publicUrl);
    const call = rows.calls.find((one) => one["call_id"] === callId);
    if (call) call["recording_id"] = assetId;
    for (const event of rows.callEvents)
      if (event["call_id"] === callId && event["type"] === "recorded") event["data"] = { seconds, recordingUrl: url };
    rows.voicemails.push({
      ...{ voicemail_id: newId(atMs), call_id: callId, contact_id: contact.contactId, phone: contact.phone },
      ...{ own_number: desk.phone, asset_id: assetId, seconds },
      ...{ heard: isHeard ? isoOf(atMs + 3_600_000) : null, heard_by: isHeard ? `user:${desk.user.userId}` : null },
    });
  }
}
