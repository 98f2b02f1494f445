import { type SavedReply, savedReplyRoutes } from "@trunkline/contract/inbox/savedReply.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { countParts } from "@trunkline/workflow/parts/text/segments.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { withoutNul } from "../../store/arrays.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { codeOf, type Query } from "../../store/database.ts";
import {
  findSavedReply,
  insertSavedReply,
  listSavedReplies,
  removeSavedReply,
  type SavedReplyRow,
  updateSavedReply,
} from "../../store/inbox/savedReply.ts";

/** Saved replies of the inbox (decision 0099). */
export function registerSavedReply(api: Api): void {
  handle(api, savedReplyRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listSavedReplies(q, account)).map(show)),
  );
  handle(api, savedReplyRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const draft = checked(call.body);
      const replyId = await insertSavedReply(q, call.account, draft);
      if (replyId === null) throw titleTaken(draft.title);
      await audit(q, call, "savedReply.create", replyId, draft);
      return [show(await needReply(q, call.account, replyId))];
    }),
  );
  handle(api, savedReplyRoutes.update, async (call) => {
    const { account, params, body } = call;
    try {
      return await call.db.tx([account], async (q) => {
        const before = await needReply(q, account, params.replyId);
        const draft = checked(body);
        await updateSavedReply(q, account, { replyId: before.replyId, ...draft });
        const change = { before: { title: before.title, text: before.text }, after: draft };
        await auditChange(q, call, "savedReply.update", before.replyId, change);
        return [show(await needReply(q, account, before.replyId))];
      });
    } catch (error) {
      if (codeOf(error) === "23505") throw titleTaken(body.title);
      throw error;
    }
  });
  handle(api, savedReplyRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { replyId, title } = await needReply(q, call.account, call.params.replyId);
      await removeSavedReply(q, call.account, replyId);
      await audit(q, call, "savedReply.delete", replyId, { title });
      return [{ id: replyId }];
    }),
  );
}

/** One saved reply, or 404. */
export async function needReply(q: Query, account: string, replyId: string): Promise<SavedReplyRow> {
  const row = await findSavedReply(q, account, replyId);
  if (row === null) throw notFound("saved reply");
  return row;
}

/** Its text can be filled and sent. */
function checked({ title, text }: { title: string; text: string }): { title: string; text: string } {
  const draft = { title: withoutNul(title), text: withoutNul(text).trim() };
  const problem = textProblem(draft.text);
  if (problem !== undefined) throw invalid(`Invalid content: ${problem}`, "body.text");
  const { encoding, length, max } = countParts(draft.text);
  const figure = (count: number) => count.toLocaleString("en-US");
  if (length > max)
    throw invalid(`${figure(length)} characters, but ${encoding} texts can have at most ${figure(max)}`, "body.text");
  return draft;
}

const titleTaken = (title: string) =>
  conflict(`A saved reply named "${title}" already exists`, "body.title", "title_taken");

const show = ({ created, updated, ...row }: SavedReplyRow): SavedReply => ({
  ...row,
  created: created.toISOString(),
  updated: updated.toISOString(),
});
