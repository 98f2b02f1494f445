import { freshDatabase } from "./freshDatabase.ts";
import { type Answered, type Sent, testServer } from "./server.ts";

/** A server over a database of its own, one account of it, and a call as that account's owner: what a file about calls begins with. */
export async function ownAccount() {
  const db = await freshDatabase();
  const server = await testServer(db);
  const { account, key } = await server.account();
  const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
  return { db, server, account, key, call };
}

/** The first error of an answer with its HTTP status. */
export const errorOf = ({ status, body }: Answered) => ({ http: status, ...body.error[0] });
