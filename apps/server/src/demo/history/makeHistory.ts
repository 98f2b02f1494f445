import { setImmediate as nextTurn } from "node:timers/promises";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
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
import { playDials } from "./historyDials.ts";
import { historyDays, historyRuns } from "./historyRuns.ts";
import { insertHistoryWorkflows } from "./historyWorkflows.ts";
import { murmur } from "./murmur.ts";
import { playRun } from "./playRun.ts";

interface HistoryOptions {
  publicUrl: string;
  nowMs?: number;
}

/**
 * Makes the three weeks of history that the first start of a demo asked for, in one transaction: a process that is killed
 * leaves nothing of it, and the next start makes it (decision 0094). Returns whether there was anything to make.
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
  if (line) await storeVoicemails(q, { ...desk, publicUrl }, line.voicemails, { book, chance });
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
  playDials(desk, contacts, parts);
  playThreads(desk, contacts, { ...parts, inbox: frontDeskName, verdicts: line.verdicts });
  return line;
}

/** How many voicemails have their recording; each takes some space. */
const mostRecordings = 6;

/** What the callers said. */
const transcripts = [
  "Hi, this is about my appointment on Thursday. Could you move it to the afternoon? Thank you.",
  "Hello, I have a question about my last bill. Please call me back when you have a moment.",
  "Good morning. I ordered two lamps last week and only one has arrived. Can you check that for me?",
  "Hi, I missed your call. I am at home until six, so please try again today.",
  "Hello, I would like to know your opening hours on Saturday. Thanks, bye.",
  "This is a message for the front desk. I left my umbrella with you yesterday. I will pick it up tomorrow.",
];

/** Stores the newest voicemails with their recordings and their texts. */
async function storeVoicemails(
  q: Query,
  desk: Pick<FrontDesk, "accountId" | "phone" | "user"> & { publicUrl: string },
  voicemails: readonly HistoryVoicemail[],
  { book: { rows }, chance }: { book: HistoryBook; chance: ReturnType<typeof chanceFrom> },
): Promise<void> {
  for (const [index, { callId, contact, seconds, atMs, isHeard }] of voicemails.slice(-mostRecordings).entries()) {
    const recorded = { data: murmur(seconds, chance.next), isSilent: false };
    const { assetId, url } = await storeRecording(q, desk.accountId, callId, recorded, desk.publicUrl);
    const call = rows.calls.find((one) => one["call_id"] === callId);
    if (call) call["recording_id"] = assetId;
    for (const event of rows.callEvents)
      if (event["call_id"] === callId && event["type"] === "recorded") event["data"] = { seconds, recordingUrl: url };
    rows.voicemails.push({
      ...{ voicemail_id: newId(atMs), call_id: callId, contact_id: contact.contactId, phone: contact.phone },
      ...{ own_number: desk.phone, asset_id: assetId, seconds },
      ...{ heard: isHeard ? isoOf(atMs + 3_600_000) : null, heard_by: isHeard ? desk.user.name : null },
      ...{ handled: isHeard ? isoOf(atMs + 4_000_000) : null, handled_by: isHeard ? desk.user.name : null },
      ...{ transcript_state: "done", transcript: transcripts[index % transcripts.length] },
    });
  }
}
