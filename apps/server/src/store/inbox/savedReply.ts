import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** A text that users insert into replies. */
export interface SavedReplyRow {
  replyId: string;
  title: string;
  text: string;
  created: Date;
  updated: Date;
}

const select = `select reply_id "replyId", title, body text, created, updated from saved_reply where account_id = $1`;

/** The account's saved replies by title. */
export const listSavedReplies = (q: Query, account: string): Promise<SavedReplyRow[]> =>
  q.rows(`${select} order by lower(title)`, [account]);

/** One saved reply, or null. */
export const findSavedReply = (q: Query, account: string, replyId: string): Promise<SavedReplyRow | null> =>
  q.one(`${select} and reply_id = $2`, [account, replyId]);

/** Creates a saved reply. Null if the account has one of this title, ignoring case. */
export async function insertSavedReply(
  q: Query,
  account: string,
  { title, text }: Pick<SavedReplyRow, "title" | "text">,
): Promise<string | null> {
  const replyId = newId();
  const made = await q.run(
    `insert into saved_reply (account_id, reply_id, title, body) values ($1, $2, $3, $4)
     on conflict (account_id, lower(title)) do nothing`,
    [account, replyId, title, text],
  );
  return made === 0 ? null : replyId;
}

/** Writes a saved reply. The database refuses a title that another one has. */
export const updateSavedReply = (
  q: Query,
  account: string,
  { replyId, title, text }: Pick<SavedReplyRow, "replyId" | "title" | "text">,
): Promise<number> =>
  q.run("update saved_reply set title = $3, body = $4, updated = now() where account_id = $1 and reply_id = $2", [
    account,
    replyId,
    title,
    text,
  ]);

/** Removes a saved reply. */
export const removeSavedReply = (q: Query, account: string, replyId: string): Promise<number> =>
  q.run("delete from saved_reply where account_id = $1 and reply_id = $2", [account, replyId]);
