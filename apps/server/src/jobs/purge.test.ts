import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { insertAccount } from "../store/account.ts";
import { insertMembership } from "../store/membership.ts";
import { insertSession } from "../store/session.ts";
import { insertUser } from "../store/user.ts";
import { purgeJob } from "./purge.ts";

const db = await freshDatabase();

it("forgets answers after a day, taken happenings after thirty, ended sessions and invitations, and nothing younger", async () => {
  const accounts = [
    await db.global((q) => insertAccount(q, { name: "A" })),
    await db.global((q) => insertAccount(q, { name: "B" })),
  ];
  const signIn = { email: "ann@example.com", name: "Ann", passwordHash: "x" };
  const userId = (await db.global((q) => insertUser(q, signIn))) ?? "";
  for (const account of accounts)
    await db.tx([account], async (q) => {
      await insertMembership(q, account, userId, { role: "owner", privileges: [] });
      await insertSession(q, { userId, account, tokenHash: randomBytes(32), agent: null, address: null });
      await q.run(
        `insert into idempotency (account_id, key, request_hash, created)
         select $1, 'k' || h, 'x', now() - h * interval '1 hour' from generate_series(1, 3000) h`,
        [account],
      );
      await q.run(
        `insert into inbound (account_id, carrier, carrier_ref, message_id)
         select $1, 'simulated', 'r' || d, trunkline_first_id(now() - d * interval '1 day') from generate_series(1, 40) d`,
        [account],
      );
      await q.run(
        `insert into invitation (account_id, invitation_id, token_hash, email, role, invited_by, expires)
         select $1, gen_random_uuid(), decode(md5(random()::text), 'hex'), d || '@example.com', 'member', 'x', now() + d * interval '1 day'
         from generate_series(-2, 2) d where d <> 0`,
        [account],
      );
    });
  await db.global((q) =>
    q.run("update auth_session set seen = now() - interval '8 days' where account_id = $1", [accounts[0]]),
  );
  while (await purgeJob.run(db));
  const left = async (table: string) =>
    (
      await db.tx(accounts, (q) =>
        q.rows<{ n: number }>(`select count(*)::int n from ${table} group by account_id order by account_id`),
      )
    ).map(({ n }) => n);
  expect(await left("idempotency")).toEqual([23, 23]);
  expect(await left("inbound")).toEqual([29, 29]);
  expect(await left("invitation")).toEqual([2, 2]);
  expect(await left("auth_session")).toEqual([1]);
});
