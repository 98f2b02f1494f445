import { buildOrder, buildRingUser, type TwilioOrder } from "@trunkline/carriers/twilio/calls.ts";
import type { RecordingToFetch, TwilioInput, TwilioLine } from "@trunkline/carriers/twilio/line/twilioLine.ts";
import { headersOf, readSend } from "@trunkline/carriers/twilio/messages.ts";
import { readTwilioConnection } from "../../carriers/twilioConnection.ts";
import { twilioLines, userAddressesOf } from "../../inbound/twilioLines.ts";
import type { CallProvider, ProviderTasks } from "./providerTasks.ts";
import { readSoundFile } from "./readSoundFile.ts";

/** What calls at providers with the Twilio API ask for. */
export const twilioTasks: ProviderTasks = {
  lines: twilioLines,
  async open(way, accountId, connectionId): Promise<CallProvider | null> {
    const connection = await readTwilioConnection(way, accountId, connectionId);
    if (connection === null) return null;
    const { account, settings, send } = connection;
    return {
      async order({ callRef }, request: TwilioOrder) {
        // the provider has not named the call yet
        if (callRef === null) return "later";
        const answer = await send(buildOrder(account, callRef, request));
        // an order for a call that has ended is done
        return !("broken" in answer) && answer.status < 500 && answer.status !== 429 ? "done" : "later";
      },
      readRecording({ url, format }: RecordingToFetch) {
        const { accept: _accept, ...headers } = headersOf(account);
        return readSoundFile(way.egress, `${url.replace(/\.(wav|mp3|json)$/, "")}.${format}`, headers);
      },
      deletes: ({ recordingSid }: RecordingToFetch) =>
        settings.deletesRecordings ? ({ order: "deleteRecording", recordingSid } satisfies TwilioOrder) : null,
      async ringUser(row, user, world) {
        return readSend(
          await send(buildRingUser(account, { to: user.at, from: row.own }, userAddressesOf(row, world, user))),
        );
      },
    };
  },
  refused: () => null,
  awaitsFile: ({ waits }: TwilioLine, { recordingSid }: RecordingToFetch) =>
    waits.for === "file" && waits.recordingSid === recordingSid,
  stored: ({ recordingSid, seconds }: RecordingToFetch, recordingUrl): TwilioInput => ({
    input: "stored",
    recordingSid,
    seconds,
    ...(recordingUrl !== undefined && { recordingUrl }),
  }),
  late: (): TwilioInput => ({ input: "fileLate" }),
  waitsSince: ({ waits }: TwilioLine) => (waits.for === "queue" && !waits.hasJoined ? waits.sinceMs : null),
  userRings({ supervises, consults }, callSid): TwilioInput {
    if (consults !== undefined) return { input: "consultRings", nr: consults, callSid };
    return supervises === undefined
      ? { input: "userRings", callSid }
      : { input: "supervisorRings", nr: supervises, callSid };
  },
  userLost({ supervises, consults }): TwilioInput {
    if (consults !== undefined) return { input: "consultLost", nr: consults };
    return supervises === undefined ? { input: "userLost" } : { input: "supervisorLost", nr: supervises };
  },
};
