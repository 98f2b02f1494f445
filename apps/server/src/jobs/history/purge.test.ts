import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { insertAsset } from "../../store/assets/asset.ts";
import { insertAccount } from "../../store/identity/account.ts";
import { insertMembership } from "../../store/identity/membership.ts";
import { insertSession } from "../../store/identity/session.ts";
import { insertUser } from "../../store/identity/user.ts";
import { purgeJob } from "./purge.ts";

const db = await freshDatabase();

it("forgets answers after a day, carrier events after thirty, rejected rows of files after ninety, ended sessions and invitations, and nothing younger", async () => {
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
      for (const table of ["contact_import_reject", "dnc_import_reject"])
        await q.run(
          `insert into ${table} (account_id, import_id, line, reason, text)
           select $1, trunkline_first_id(now() - d * interval '10 days'), line, 'No phone', 'x'
           from generate_series(0, 11) d, generate_series(1, 3) line`,
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
  // files of the last ninety days keep theirs
  expect(await left("contact_import_reject")).toEqual([27, 27]);
  expect(await left("dnc_import_reject")).toEqual([27, 27]);
  expect(await left("invitation")).toEqual([2, 2]);
  expect(await left("auth_session")).toEqual([1]);
});

it("forgets drawn pictures ninety days after their last use, never one that a text or a run may still need", async () => {
  const account = await db.global((q) => insertAccount(q, { name: "Memes" }));
  const draw = (fileName: string, days: number, type: "meme" | "audio" = "meme", text = fileName) =>
    db.tx([account], async (q) => {
      const file = { type, fileName, contentType: "image/png", data: Buffer.from(text), createdBy: null };
      const made = await insertAsset(q, account, file);
      await q.run("update asset set used = now() - $3 * interval '1 day' where account_id = $1 and asset_id = $2", [
        account,
        made.assetId,
        days,
      ]);
      return made;
    });
  await draw("young.png", 80);
  await draw("old.png", 100);
  await draw("twin.png", 100, "meme", "the same bytes");
  await draw("kept.wav", 100, "audio", "the same bytes");
  const texted = await draw("texted.png", 100);
  const long = await draw("long.png", 200);
  const textWith = (asset: typeof texted, days: number) =>
    db.tx([account], (q) =>
      q.run(
        `insert into message (account_id, message_id, direction, from_number, to_number, state, media_url)
         values ($1, trunkline_first_id(now() - $2 * interval '1 day'), 'out', '+12025550100', '+12065550170', 'accepted', $3)`,
        [account, days, `https://t.example${assetPath(account, asset)}`],
      ),
    );
  await textWith(texted, 89);
  await textWith(long, 150);
  const left = async () => {
    while (await purgeJob.run(db));
    const names = await db.tx([account], (q) =>
      q.rows<{ name: string }>("select file_name name from asset where account_id = $1 order by 1", [account]),
    );
    return names.map(({ name }) => name);
  };
  await db.tx([account], (q) =>
    q.run(
      `insert into batch (account_id, batch_id, campaign_id, version, display_name, status, selection)
       values ($1, trunkline_first_id(now() - interval '300 days'), gen_random_uuid(), 1, 'b', 'paused', '{}')`,
      [account],
    ),
  );
  // a paused run may hold any address that was drawn since it began
  expect(await left()).toHaveLength(6);
  await db.tx([account], (q) => q.run("update batch set status = 'done' where account_id = $1", [account]));
  expect(await left()).toEqual(["kept.wav", "texted.png", "young.png"]);
  const bytes = await db.tx([account], (q) => q.rows("select 1 from asset_chunk where account_id = $1", [account]));
  expect(bytes).toHaveLength(3);
});
