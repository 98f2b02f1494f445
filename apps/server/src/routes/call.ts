import { type Call, callRoutes } from "@trunkline/contract/call.ts";
import { reasonWords } from "@trunkline/workflow/engine/reasons.ts";
import { voices } from "@trunkline/workflow/voice/voices.ts";
import { assetPath } from "../assets/assetAddress.ts";
import { type Api, handle } from "../http/handle.ts";
import { type CallListRow, countCalls, listCalls } from "../store/callList.ts";
import { createdOf } from "./createdOf.ts";
import { nextCursor, readIdCursor } from "./idCursor.ts";

/** Calls in and out (decisions, Calls that have no path). */
export function registerCall(api: Api): void {
  handle(api, callRoutes.list, ({ db, account, query, config }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const rows = await listCalls(q, account, filter, limit, readIdCursor(cursor));
      return {
        payload: rows.map((row) => show(row, account, config.publicUrl)),
        next: nextCursor(rows, limit, (row) => row.callId),
      };
    }),
  );
  handle(api, callRoutes.counts, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const counts = await countCalls(q, account, query.batchId);
      return counts === null ? [] : [counts];
    }),
  );
  handle(api, callRoutes.voices, async () => voices.map((voice) => ({ ...voice })));
}

/** A call in wire words. */
function show(row: CallListRow, account: string, publicUrl: string): Call {
  const { costMicros, updated, recordingSecret, recordingName, answered: _answered, events, ...rest } = row;
  return {
    ...rest,
    status: row.status as Call["status"],
    reasonText: row.reason === null ? null : reasonWords(row.reason),
    recordingUrl:
      recordingSecret === null || recordingName === null
        ? null
        : publicUrl + assetPath(account, { secret: recordingSecret, fileName: recordingName }),
    events: events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    cost: costMicros / 1_000_000,
    created: createdOf(row.callId) ?? updated.toISOString(),
    updated: updated.toISOString(),
  };
}
