import { inboxRoutes, type Turn } from "@trunkline/contract/inbox/inbox.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { type Api, handle } from "../../http/handle.ts";
import { isSilentName } from "../../inbound/storeRecording.ts";
import { listCalls } from "../../store/calls/callList.ts";
import { listVoicemailsOf, type VoicemailRow } from "../../store/calls/voicemail.ts";
import { listMessages } from "../../store/messages/messageList.ts";
import { showCall } from "../calls/call.ts";
import { showSpoken } from "../calls/showSpoken.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needContactsOwn } from "./inbox.ts";
import { showTexts } from "./showTexts.ts";

/**
 * The thread of a contact over all channels. Ids of texts and calls are in the order of time, so each table is asked for one
 * page along its index and the newest of both are the page.
 */
export function registerThread(api: Api): void {
  handle(api, inboxRoutes.thread, ({ db, account, params, query, config }) =>
    db.tx([account], async (q) => {
      const { limit, cursor } = query;
      const { contactId } = await needContactsOwn(q, account, params.contactId);
      const page = { limit, before: readIdCursor(cursor) };
      const texts = await showTexts(q, account, await listMessages(q, account, { contactId }, page));
      const calls = await listCalls(q, account, { contactId }, page);
      const newest = [
        ...texts.map((text) => ({ id: text.messageId, text, call: null })),
        ...calls.map((call) => ({ id: call.callId, text: null, call })),
      ]
        .sort((one, other) => (one.id < other.id ? 1 : -1))
        .slice(0, limit);
      const shown = newest.flatMap(({ call }) => (call === null ? [] : [call.callId]));
      const left = shown.length === 0 ? [] : await listVoicemailsOf(q, account, shown);
      const voicemails = new Map(left.map((one) => [one.callId, one]));
      const payload = newest.map(({ id, text, call }): Turn => {
        if (call === null) return { id, text, call };
        const voicemail = voicemails.get(call.callId);
        const shownCall = showCall(call, account, config.publicUrl);
        return { id, text, call: { ...shownCall, voicemail: voicemail ? showVoicemail(voicemail) : null } };
      });
      return { payload, next: nextCursor(newest, limit, (one) => one.id) };

      function showVoicemail(row: VoicemailRow) {
        const { voicemailId, seconds, recordingSecret, recordingName, heard } = row;
        return {
          voicemailId,
          seconds,
          recordingUrl: config.publicUrl + assetPath(account, { secret: recordingSecret, fileName: recordingName }),
          recordingIsSilent: isSilentName(recordingName),
          heard: heard !== null,
          ...showSpoken(row),
        };
      }
    }),
  );
}
