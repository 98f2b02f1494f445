import { afterAll, beforeEach, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { mailPassword, startMailServer } from "../../../test/mailServer.ts";
import { testServer } from "../../../test/server.ts";
import { openMailer } from "../../mail/mailer.ts";
import type { Database } from "../../store/database.ts";
import { mailSupportJob } from "./mailSupport.ts";

// Readings, 10DLC: the support notification is listed for the account's owner and e-mailed where mail is set up.

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const mailer = openMailer(mail.settings);
const server = await testServer(db, { mailer });
const silent = await testServer(db);
const warnings: object[] = [];
const jobFor = (way: typeof mailer) =>
  mailSupportJob({
    mailer: way,
    publicUrl: "https://trunkline.example",
    log: { warn: (fields) => void warnings.push(fields) },
  });
const job = jobFor(mailer)[0]!;
const runJob = async (from: Database = db): Promise<void> => void (await job.run(from));
const allDue = () => db.global((q) => q.run("update support_mail_due set due = now()"));
const waiting = () => db.global((q) => q.run("select from support_mail_due"));

const payload =
  "<table><tr><th>Brand</th><td>Ben &amp; &lt;Co&gt;</td></tr><tr><th>Number pool</th><td>No</td></tr></table>";
const notify = async (key: string, type = "campaign"): Promise<void> => {
  const answer = await server.call("POST", "/v4/notification/support", { as: { key }, body: { type, payload } });
  expect(answer.status).toBe(200);
};

beforeEach(async () => {
  mail.received.length = 0;
  warnings.length = 0;
  mail.state.mood = "well";
  await db.global((q) => q.run("delete from support_mail_due"));
});

it("a notification is mailed to each owner of the account once, not to members or owners of other accounts", async () => {
  const { account, key } = await server.account("Shop\r\nBcc: thief@example.com");
  const owners = [await server.user(account, "owner"), await server.user(account, "owner")];
  await server.user(account, "administrator");
  await server.user(account, "member", ["registration-admin"]);
  await server.user((await server.account("Other")).account, "owner");
  await notify(key);
  expect(mail.received).toEqual([]);
  await runJob();
  await allDue();
  await runJob();
  const wanted = owners.map(({ email }) => email).sort();
  expect(mail.received.flatMap(({ to }) => to).sort()).toEqual(wanted);
  for (const { head, text, from, user } of mail.received) {
    expect([from, user]).toEqual(["trunkline@example.com", "trunkline"]);
    expect(head).toContain("From: Trunkline <trunkline@example.com>");
    // the account's name adds no line to the head
    expect(head).not.toMatch(/^bcc:/im);
    expect(text.replaceAll("\r\n", "\n")).toBe(`A 10DLC campaign was filed for the account Shop Bcc: thief@example.com.

Brand: Ben & <Co>
Number pool: No

See it in Trunkline:
https://trunkline.example/businessprofiles?tab=notifications

You receive this mail because you are an owner of Shop Bcc: thief@example.com.
`);
  }
  expect(new Set(mail.received.map(({ head }) => /^message-id:\s*(\S+)/im.exec(head)?.[1])).size).toBe(2);
  expect(await waiting()).toBe(0);
});

it.each(["busy", "refusing", "hanging"] as const)(
  "a mail server that is %s at first gets the mail later",
  async (mood) => {
    const { account, key } = await server.account("Shop");
    const { email } = await server.user(account, "owner");
    await notify(key);
    mail.state.mood = mood;
    const impatient = openMailer(mail.settings, mood === "hanging" ? 300 : undefined);
    await jobFor(impatient)[0]!.run(db);
    expect(mail.received).toEqual([]);
    const reason = {
      busy: "the mail server rejected the sender or the recipient (451)",
      refusing: "the mail server rejected the sender or the recipient (550)",
      hanging: "the mail server did not respond in time",
    };
    expect(warnings).toEqual([expect.objectContaining({ account, attempt: 1, reason: reason[mood] })]);
    // not before its time
    mail.state.mood = "well";
    expect(await job.run(db)).toBe("nothing");
    await allDue();
    await runJob();
    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
    expect(await waiting()).toBe(0);
  },
);

it("a mail that no try could send is given up, and the list still has the notification", async () => {
  const { account, key } = await server.account("Shop");
  await server.user(account, "owner");
  await notify(key);
  mail.state.mood = "busy";
  await db.global((q) => q.run("update support_mail_due set attempt = 19"));
  await runJob();
  expect([await waiting(), warnings.length]).toEqual([0, 1]);
  const listed = await server.call("GET", "/v4/notification/support", { as: { key } });
  expect(listed.body.payload).toMatchObject([{ type: "campaign", payload }]);
});

it("a former owner is not mailed", async () => {
  const { account, key } = await server.account("Shop");
  const { userId } = await server.user(account, "owner");
  await notify(key);
  await db.global((q) =>
    q.run("update membership set role = 'member' where account_id = $1 and user_id = $2", [account, userId]),
  );
  await runJob();
  expect([mail.received, await waiting()]).toEqual([[], 0]);
});

it("without mail nothing waits to be mailed, and there is no such job", async () => {
  const { account, key } = await silent.account("Shop");
  await silent.user(account, "owner");
  const body = { type: "campaign", payload };
  expect((await silent.call("POST", "/v4/notification/support", { as: { key }, body })).status).toBe(200);
  expect([await waiting(), jobFor(null)]).toEqual([0, []]);
});

it("a mail server that is unreachable or refuses the password is reported without the password", async () => {
  await mailer!.check();
  const failures: string[] = [];
  for (const settings of [
    { ...mail.settings, password: `${mailPassword}-wrong` },
    { ...mail.settings, port: 9 },
  ])
    await openMailer(settings)!
      .check()
      .catch((error: Error) => failures.push(error.message));
  expect(failures).toEqual([
    "the mail server rejected the user name or password (535)",
    "the connection to the mail server failed",
  ]);
});
