import { type Voicemail, voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import type { z } from "zod";
import { assetPath } from "../../assets/assetAddress.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { isSilentName } from "../../inbound/storeRecording.ts";
import { findWorkGroup } from "../../store/agents/workGroup.ts";
import { audit } from "../../store/audit/audit.ts";
import { queueTranscript } from "../../store/calls/transcript.ts";
import {
  assignVoicemail,
  findVoicemail,
  handleVoicemail,
  listVoicemails,
  markVoicemail,
  removeVoicemail,
  type VoicemailRow,
} from "../../store/calls/voicemail.ts";
import type { Query } from "../../store/database.ts";
import { findMember } from "../../store/identity/membership.ts";
import { userOf } from "../agents/phone.ts";
import { placeCall } from "../agents/placeCall.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { showSpoken } from "./showSpoken.ts";

/** The voicemail box (readings, Requests of our pages). */
export function registerVoicemail(api: Api): void {
  const show = (account: string, row: VoicemailRow): Voicemail => showVoicemail(account, row, api.config.publicUrl);
  handle(api, voicemailRoutes.list, ({ db, account, actor, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, search, heard, handled, assigned, workGroup } = query;
      const rows = await listVoicemails(
        q,
        account,
        {
          search,
          heard: heard && heard === "true",
          handled: handled && handled === "true",
          assignedTo: assigned === "me" ? actor.id : assigned === "nobody" ? null : assigned,
          workGroupId: workGroup,
        },
        { limit, before: readIdCursor(cursor) },
      );
      return {
        payload: rows.map((row) => show(account, row)),
        next: nextCursor(rows, limit, (row) => row.voicemailId),
      };
    }),
  );
  handle(api, voicemailRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      await update(q, call);
      return [show(call.account, await needVoicemail(q, call.account, call.params.voicemailId))];
    }),
  );
  handle(api, voicemailRoutes.transcribe, async (call) => {
    const { voicemailId } = call.params;
    const rows = await call.db.tx([call.account], async (q) => {
      await needVoicemail(q, call.account, voicemailId);
      await queueTranscript(q, call.account, voicemailId);
      await audit(q, call, "voicemail.transcribe", voicemailId);
      return [show(call.account, await needVoicemail(q, call.account, voicemailId))];
    });
    call.wakeUp();
    return rows;
  });
  handle(api, voicemailRoutes.callBack, async (call) => {
    const { db, account, actor, params } = call;
    const callId = await db.tx([account], async (q) => {
      const row = await needVoicemail(q, account, params.voicemailId);
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

async function needVoicemail(q: Query, account: string, voicemailId: string): Promise<VoicemailRow> {
  const row = await findVoicemail(q, account, voicemailId);
  if (row === null) throw notFound("voicemail");
  return row;
}

interface Update extends Pick<Call, "account" | "actor" | "request"> {
  params: { voicemailId: string };
  body: z.output<NonNullable<typeof voicemailRoutes.update.body>>;
}

async function update(q: Query, call: Update): Promise<void> {
  const { account, actor, params, body } = call;
  const { heard, handled, assignedTo, workGroupId } = body;
  const { voicemailId } = await needVoicemail(q, account, params.voicemailId);
  if (heard !== undefined) await markVoicemail(q, account, voicemailId, heard ? actor.name : null);
  if (handled !== undefined) await handleVoicemail(q, account, voicemailId, handled ? actor.name : null);
  if (assignedTo && !(await findMember(q, account, assignedTo)))
    throw invalid("This user does not belong to the account", "body.assignedTo");
  if (workGroupId && !(await findWorkGroup(q, account, workGroupId)))
    throw invalid("This work group does not exist", "body.workGroupId");
  if (assignedTo !== undefined || workGroupId !== undefined)
    await assignVoicemail(q, account, voicemailId, {
      assignedTo: assignedTo ?? null,
      workGroupId: workGroupId ?? null,
    });
  await audit(q, call, "voicemail.mark", voicemailId, body);
}

function showVoicemail(account: string, row: VoicemailRow, publicUrl: string): Voicemail {
  const { voicemailId, callId, contactId, contactName, phone, ownNumber, seconds, heard, heardBy } = row;
  const { recordingSecret, recordingName, handled, handledBy, assignedTo, assignedName, workGroupId } = row;
  return {
    voicemailId,
    callId,
    contactId,
    contactName,
    phone,
    ownNumber,
    seconds,
    recordingUrl: publicUrl + assetPath(account, { secret: recordingSecret, fileName: recordingName }),
    recordingIsSilent: isSilentName(recordingName),
    heard: heard?.toISOString() ?? null,
    heardBy,
    handled: handled?.toISOString() ?? null,
    handledBy,
    assignedTo: assignedTo === null ? null : { userId: assignedTo, name: assignedName ?? "" },
    workGroup: workGroupId === null ? null : { workGroupId, name: row.workGroupName ?? "" },
    ...showSpoken(row),
    created: createdOf(voicemailId) ?? "",
  };
}
