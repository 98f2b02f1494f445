import { type Call, callRoutes } from "@trunkline/contract/calls/call.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { allVoices } from "@trunkline/workflow/voice/voices.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { isSilentName } from "../../inbound/storeRecording.ts";
import { type CallListRow, countCalls, findCall, findCalls, listCalls } from "../../store/calls/callList.ts";
import { createdOf } from "../createdOf.ts";
import { sendCsv } from "../history/historyExport.ts";
import { readHistoryFilter } from "../history/historyQuery.ts";
import { readIdCursor, showFound } from "../idCursor.ts";
import { describeRouteDecision } from "../routing/describeRouteDecision.ts";
import { recordingFetchOf } from "./recordingFetchOf.ts";

/** Inbound and outbound calls (readings, Requests without a path). */
export function registerCall(api: Api): void {
  handle(api, callRoutes.list, ({ db, account, query, config }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const page = { limit, before: readIdCursor(cursor) };
      const found = await findCalls(q, account, readHistoryFilter(filter), page);
      return showFound(found, (row) => showCall(row, account, config.publicUrl));
    }),
  );
  handle(api, callRoutes.find, ({ db, account, params, config }) =>
    db.tx([account], async (q) => {
      const row = await findCall(q, account, params.callId);
      if (row === null) throw notFound("call");
      return [showCall(row, account, config.publicUrl)];
    }),
  );
  handle(api, callRoutes.export, async ({ db, account, query, config, reply }) => {
    const { bom, ...asked } = query;
    const filter = readHistoryFilter(asked);
    const read = async (limit: number, before: string | undefined) => {
      const rows = await db.tx([account], (q) => listCalls(q, account, filter, { limit, before }));
      return rows.map((row) => showCall(row, account, config.publicUrl));
    };
    const file = { name: "calls.csv", columns: exported, hasMark: bom === "true" };
    return sendCsv(reply, file, read, ({ callId }) => callId);
  });
  handle(api, callRoutes.counts, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const counts = await countCalls(q, account, query.batchId);
      return counts === null ? [] : [counts];
    }),
  );
  handle(api, callRoutes.voices, async () => allVoices.map((voice) => ({ ...voice })));
}

const exported: (keyof Call)[] = [
  ...([
    "callId",
    "created",
    "direction",
    "from",
    "to",
    "status",
    "reason",
    "answeredBy",
    "answeredByName",
    "durationSeconds",
  ] as const),
  ...([
    "digits",
    "recordingUrl",
    "cost",
    "contactId",
    "contactName",
    "campaignId",
    "campaignName",
    "batchId",
    "routeTag",
  ] as const),
  ...(["journeyId", "nodeId", "updated"] as const),
  ...(["queue", "waitSeconds", "missedPhones", "endedBy", "disposition"] as const),
];

/** A call in wire form. */
export function showCall(row: CallListRow, account: string, publicUrl: string): Call {
  const { costMicros, updated, recordingSecret, recordingName, answered: _answered, events, ...rest } = row;
  return {
    ...rest,
    status: row.status as Call["status"],
    reasonText: row.reason === null ? null : describeReason(row.reason),
    recordingUrl:
      recordingSecret === null || recordingName === null
        ? null
        : publicUrl + assetPath(account, { secret: recordingSecret, fileName: recordingName }),
    recordingIsSilent: recordingName !== null && isSilentName(recordingName),
    ...recordingFetchOf(events),
    events: events.map((event) => ({ ...event, at: new Date(event.at).toISOString() })),
    cost: costMicros / 1_000_000,
    created: createdOf(row.callId) ?? updated.toISOString(),
    updated: updated.toISOString(),
    route: describeRouteDecision(row.route),
  };
}
