import { type Voicemail, voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { isSilentName } from "../../inbound/storeRecording.ts";
import { audit } from "../../store/audit/audit.ts";
import {
  findVoicemail,
  listVoicemails,
  markVoicemail,
  removeVoicemail,
  type VoicemailRow,
} from "../../store/calls/voicemail.ts";
import { userOf } from "../agents/phone.ts";
import { placeCall } from "../agents/placeCall.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";

/** The voicemail box (readings, Requests of our pages). */
export function registerVoicemail(api: Api): void {
  const show = (account: string, row: VoicemailRow): Voicemail => {
    const { recordingSecret, recordingName, heard, ...rest } = row;
    return {
      ...rest,
      recordingUrl: api.config.publicUrl + assetPath(account, { secret: recordingSecret, fileName: recordingName }),
      recordingIsSilent: isSilentName(recordingName),
      heard: heard?.toISOString() ?? null,
      created: createdOf(row.voicemailId) ?? "",
    };
  };
  handle(api, voicemailRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, search, heard } = query;
      const rows = await listVoicemails(q, account, {
        limit,
        before: readIdCursor(cursor),
        ...(search && { search }),
        ...(heard && { heard: heard === "true" }),
      });
      return {
        payload: rows.map((row) => show(account, row)),
        next: nextCursor(rows, limit, (row) => row.voicemailId),
      };
    }),
  );
  handle(api, voicemailRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { voicemailId } = call.params;
      const { heard } = call.body;
      await markVoicemail(q, call.account, voicemailId, heard ? call.actor.name : null);
      const row = await findVoicemail(q, call.account, voicemailId);
      if (row === null) throw notFound("voicemail");
      await audit(q, call, "voicemail.mark", voicemailId, { heard });
      return [show(call.account, row)];
    }),
  );
  handle(api, voicemailRoutes.callBack, async (call) => {
    const { db, account, actor, params } = call;
    const callId = await db.tx([account], async (q) => {
      const row = await findVoicemail(q, account, params.voicemailId);
      if (row === null) throw notFound("voicemail");
      const { ownNumber: from, phone: to, contactId } = row;
      const placedId = await placeCall(q, account, userOf(actor), { from, to, contactId });
      await audit(q, call, "voicemail.callBack", row.voicemailId, { callId: placedId });
      return placedId;
    });
    call.wakeUp();
    return [{ callId }];
  });
  handle(api, voicemailRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { voicemailId } = call.params;
      if (!(await removeVoicemail(q, call.account, voicemailId))) throw notFound("voicemail");
      await audit(q, call, "voicemail.delete", voicemailId);
      return [{ id: voicemailId }];
    }),
  );
}
