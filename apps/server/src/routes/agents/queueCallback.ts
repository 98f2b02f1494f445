import { type QueueCallback, queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { type CallbackRow, endCallback, findCallback, listCallbacks } from "../../store/agents/queueCallback.ts";
import { audit } from "../../store/audit/audit.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";

/** Callers who asked to be called back while they waited (decision 0110). */
export function registerQueueCallbacks(api: Api): void {
  handle(api, queueCallbackRoutes.list, ({ db, account, actor, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, state, open } = query;
      const page = { limit, before: readIdCursor(cursor) };
      const userId = actor.kind === "user" ? actor.id : null;
      const rows = await listCallbacks(q, account, userId, { state, isOpen: open === "true" }, page);
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.callbackId) };
    }),
  );
  handle(api, queueCallbackRoutes.cancel, (call) =>
    call.db.tx([call.account], async (q) => {
      const { callbackId } = call.params;
      const row = await findCallback(q, call.account, callbackId);
      if (row === null) throw notFound("callback");
      const key = { accountId: call.account, callbackId, attempts: row.attempts };
      const isEnded = row.state === "waiting" && (await endCallback(q, key, { state: "gaveUp", reason: "canceled" }));
      if (!isEnded)
        throw conflict(
          row.state === "done" || row.state === "gaveUp" ? "This callback is over" : "The caller is being called",
          undefined,
          "not_waiting",
        );
      await audit(q, call, "queueCallback.cancel", callbackId, { phone: row.phone });
      return [{ id: callbackId }];
    }),
  );
}

const show = ({ since, asked, due, ended, ...row }: CallbackRow): QueueCallback => ({
  ...row,
  since: since.toISOString(),
  asked: asked.toISOString(),
  due: due.toISOString(),
  ended: ended?.toISOString() ?? null,
});
