import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld } from "../../../test/world.ts";
import { importFile } from "../../jobs/contacts/importContacts.ts";
import { purgeJob } from "../../jobs/history/purge.ts";
import { mailNotificationsJob } from "../../jobs/notifications/mailNotifications.ts";
import { watchAlerts } from "../../jobs/notifications/watchAlerts.ts";
import { openMailer } from "../../mail/mailer.ts";
import { startRun } from "../../rules/startRun.ts";
import { writeCarrierServices } from "../../store/carriers/carrierService.ts";
import { notifyFailingWebhook } from "../../store/notifications/alert.ts";
import { notifyAssigned } from "../../store/notifications/notify.ts";
import { finishBatches } from "../../store/runs/batch.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const { account } = world;
const mailServer = await startMailServer();
afterAll(() => mailServer.stop());
const mailer = openMailer(mailServer.settings);
const [mailJob] = mailNotificationsJob({ mailer, publicUrl: "https://trunkline.example", log: { warn: () => {} } });

type User = Awaited<ReturnType<typeof server.user>>;
const runner = await server.user(account, "member", ["workflow-run", "contact-admin", "inbox-use"]);
const approver = await server.user(account, "member", ["run-approve", "workflow-edit", "account-config-update"]);
const viewer = await server.user(account, "viewer");

const list = async ({ cookie }: User) => {
  const { body } = await server.call("GET", "/v4/notification/", { as: { cookie } });
  return body.payload.map(({ kind, tone, sentence, path, read, search }) => ({
    kind,
    tone,
    sentence,
    path,
    read,
    search,
  }));
};
const sentences = async (user: User) => (await list(user)).map(({ sentence }) => sentence);
const unread = async ({ cookie }: User) =>
  (await server.call("GET", "/v4/notification/unread/", { as: { cookie } })).body.payload[0]?.["unread"];
const choose = ({ cookie }: User, body: object) =>
  server.call("PUT", "/v4/notification/choice/", { as: { cookie }, body });
const readAll = (user: User) =>
  server.call("PUT", "/v4/notification/read/", { as: { cookie: user.cookie }, body: { all: true } });
const webhook = { webhookId: world.webhook, name: "Orders", why: "status 500" };

describe("notifications of users (decision 0103)", () => {
  it("notifies the user who began an import, and no one else", async () => {
    const importRows = async (fileName: string, rows: string): Promise<void> => {
      const file = (async function* () {
        yield Buffer.from(`phone,first name\n${rows}`);
      })();
      await importFile(db, account, file, { fileName, createdBy: `user:${runner.userId}` });
    };
    await importRows("wrong.csv", "nonsense,Cid\n");
    const sentence = "The import of “wrong.csv” has finished: 0 new, 0 updated, 1 rejected";
    expect((await list(runner))[0]).toMatchObject({ kind: "import", tone: "failed", sentence });
    await importRows("spring.csv", "+13035550101,Ann\n+13035550102,Bob\nnonsense,Cid\n");
    expect((await list(runner))[0]).toMatchObject({
      kind: "import",
      tone: "done",
      sentence: "The import of “spring.csv” has finished: 2 new, 0 updated, 1 rejected",
      path: "/contacts/import",
      read: false,
    });
    expect(await sentences(approver)).toEqual([]);
  });

  it("notifies those who may approve a large run, and its author of the decision", async () => {
    await server.call("PUT", "/v4/account/", { as: { key }, body: { settings: { runApprovalAbove: 1 } } });
    const batches = `/v4/campaign/${world.campaign}/batch/`;
    const body = { displayName: "Spring", start: true, statements: [] };
    const made = await server.call("POST", batches, { as: runner, body });
    const url = `${batches}${made.body.payload[0]?.["batchId"]}`;
    expect((await sentences(approver))[0]).toMatch(/asks you to approve the run “Spring” for more than 1 contacts$/);
    const asked = await sentences(approver);
    await db.tx([account], (q) => startRun(q, account, String(made.body.payload[0]?.["batchId"]), runner.userId));
    expect(await sentences(approver)).toEqual(asked);
    await server.call("POST", `${url}/decline`, { as: approver, body: { reason: "Wrong audience" } });
    expect((await list(runner))[0]).toMatchObject({
      kind: "approval",
      path: `/enrollments/batch/${world.campaign}/${url.split("/").at(-1)}`,
    });
    expect((await sentences(runner))[0]).toMatch(/declined the run “Spring”: Wrong audience$/);
  });

  it("notifies of a finished run with the number of its contacts", async () => {
    const batchId = world.batch;
    await db.tx([account], async (q) => {
      await q.run(
        "update batch set status = 'running', enrolment = 'done', enrolled = 2, created_by = $3 where account_id = $1 and batch_id = $2",
        [account, batchId, runner.userId],
      );
      await q.run("insert into batch_count (account_id, batch_id, slot, done) values ($1, $2, 0, 2)", [
        account,
        batchId,
      ]);
      await finishBatches(q, [
        {
          accountId: account,
          batchId,
          campaignId: world.campaign,
          version: 1,
          enrolling: false,
          cancelling: false,
        } as never,
      ]);
    });
    expect((await sentences(runner))[0]).toMatch(/^The run “.+” has finished for 2 contacts$/);
  });

  it("notifies once of a webhook whose requests fail one after another", async () => {
    for (let time = 0; time < 3; time++) await db.tx([account], (q) => notifyFailingWebhook(q, account, webhook));
    const failing = (await list(approver)).filter(({ kind }) => kind === "webhook");
    expect(failing).toMatchObject([
      { sentence: "The webhook “Orders” fails: status 500", search: { webhook: world.webhook, outcome: "failed" } },
    ]);
  });

  it("joins conversations that are assigned to a user into one entry until it is read", async () => {
    const give = () =>
      db.tx([account], (q) =>
        notifyAssigned(q, [{ accountId: account, contactId: world.contact, userId: runner.userId }]),
      );
    await give();
    expect((await list(runner))[0]).toMatchObject({ path: `/inbox/${world.contact}` });
    await give();
    await give();
    expect((await list(runner))[0]).toMatchObject({ sentence: "3 conversations were assigned to you", path: "/inbox" });
    await readAll(runner);
    await give();
    expect((await sentences(runner))[0]).toMatch(/^The conversation with .+ was assigned to you$/);
  });

  it("notifies of a reached spending limit once, and again after it was raised and reached", async () => {
    const limit = async (spendLimitMicros: number | null) => {
      await server.call("PUT", "/v4/account/", { as: { key }, body: { settings: { spendLimitMicros } } });
      await watchAlerts(db);
      await watchAlerts(db);
      return (await list(runner)).filter(({ kind }) => kind === "held").length;
    };
    expect([await limit(0), await limit(1_000_000_000), await limit(0), await limit(null)]).toEqual([1, 1, 2, 2]);
  });

  it("notifies of a connection that has been down for a minute, and again after it was up", async () => {
    const connectionId = world.carrier;
    const ofCarrier = async () => (await list(approver)).filter(({ kind }) => kind === "carrier").length;
    const watchLonger = async () => {
      await watchAlerts(db);
      await db.tx([account], (q) =>
        q.run("update notification_alert set since = since - interval '2 minutes' where account_id = $1", [account]),
      );
      await watchAlerts(db);
      return ofCarrier();
    };
    await db.tx([account], async (q) => {
      await q.run("update carrier_connection set created = now() - interval '1 hour' where account_id = $1", [account]);
      await q.run(
        `update number n set carrier = c.kind || ':' || c.connection_id from carrier_connection c
         where n.account_id = $1 and c.account_id = $1 and c.connection_id = $2`,
        [account, connectionId],
      );
    });
    await watchAlerts(db);
    expect([await ofCarrier(), await watchLonger(), await watchLonger()]).toEqual([0, 1, 1]);
    await db.tx([account], (q) =>
      q.run(
        `insert into carrier_health (account_id, connection_id, state, updated) values ($1, $2, 'bound', now())
         on conflict (account_id, connection_id) do update set state = 'bound', updated = now()`,
        [account, connectionId],
      ),
    );
    await watchAlerts(db);
    await db.tx([account], (q) => q.run("update carrier_health set state = 'down' where account_id = $1", [account]));
    expect(await watchLonger()).toBe(2);
  });

  it("notifies once that a carrier refuses the calls of a connection, and again after it took one", async () => {
    const connectionId = world.carrier;
    await db.tx([account], (q) =>
      q.run(
        `update carrier_connection set kind = 'twilio', settings = '{}' where account_id = $1 and connection_id = $2`,
        [account, connectionId],
      ),
    );
    await db.tx([account], (q) =>
      q.run("update number set carrier = 'twilio:' || $2 where account_id = $1", [account, connectionId]),
    );
    const note = (failures: number, reason: string | null, code: string | null) =>
      db.tx([account], (q) =>
        writeCarrierServices(q, [{ accountId: account, connectionId, service: "calls", failures, reason, code }]),
      );
    const watch = async () => {
      await watchAlerts(db);
      return (await sentences(approver)).filter((sentence) => String(sentence).startsWith("Calls over"));
    };
    await note(1, "in_doubt", null);
    expect(await watch()).toEqual([]);
    await note(1, "carrier_account", "21215");
    expect(await watch()).toEqual([
      expect.stringMatching(/^Calls over “.+” fail: the carrier refused the account \(21215\)$/),
    ]);
    await note(3, "carrier_account", "21215");
    expect(await watch()).toHaveLength(1);
    await note(0, null, null);
    expect(await watch()).toHaveLength(1);
    await note(1, "carrier_account", "21215");
    expect(await watch()).toHaveLength(2);
  });

  it("counts unread ones, and marks one or all as read", async () => {
    const { body } = await server.call("GET", "/v4/notification/", { as: runner });
    const notificationId = body.payload.find((one) => one["kind"] === "held")?.["notificationId"];
    const before = Number(await unread(runner));
    const mark = (read: boolean) =>
      server.call("PUT", "/v4/notification/read/", { as: runner, body: { notificationId, read } });
    expect((await mark(true)).body.payload).toEqual([{ unread: before - 1 }]);
    expect((await mark(false)).body.payload).toEqual([{ unread: before }]);
    expect((await readAll(runner)).body.payload).toEqual([{ unread: 0 }]);
    expect(
      (await server.call("PUT", "/v4/notification/read/", { as: approver, body: { notificationId, read: true } }))
        .status,
    ).toBe(404);
  });

  it("shows nothing to a user who has lost the privilege", async () => {
    expect(await sentences(approver)).not.toEqual([]);
    await db.global((q) =>
      q.run("update membership set privileges = '{}' where account_id = $1 and user_id = $2", [
        account,
        approver.userId,
      ]),
    );
    expect((await list(approver)).filter(({ kind }) => kind === "webhook")).toEqual([]);
    await db.global((q) =>
      q.run("update membership set privileges = '{run-approve,workflow-edit}' where account_id = $1 and user_id = $2", [
        account,
        approver.userId,
      ]),
    );
  });

  it("mails what users chose, unless it was read before", async () => {
    const send = async () => {
      const before = mailServer.received.length;
      await mailJob?.run(db);
      return mailServer.received.slice(before);
    };
    await db.global((q) => q.run("delete from notification_mail_due"));
    await choose(approver, { kind: "webhook", listed: false, mailed: true });
    const clear = () =>
      db.tx([account], (q) => q.run("delete from notification_alert where account_id = $1", [account]));
    await clear();
    await db.tx([account], (q) => notifyFailingWebhook(q, account, webhook));
    const [mail] = await send();
    expect(mail?.head).toMatch(/^Subject: .*webhook/m);
    expect(mail?.text).toContain(
      `https://trunkline.example/webhooks/deliveries?outcome=failed&webhook=${world.webhook}`,
    );
    expect((await list(approver)).filter(({ read, kind }) => kind === "webhook" && !read)).toHaveLength(1);
    await choose(approver, { kind: "webhook", listed: true, mailed: true });
    await clear();
    await db.tx([account], (q) => notifyFailingWebhook(q, account, webhook));
    await readAll(approver);
    expect(await send()).toEqual([]);
  });

  it("offers the kinds that a user has the privileges for, and says whether mail is set up", async () => {
    const { body } = await server.call("GET", "/v4/notification/choice/", { as: runner });
    const [answer] = body.payload as { choices: { kind: string }[]; canMail: boolean }[];
    expect(answer?.choices.map(({ kind }) => kind)).toEqual(["run", "approval", "held", "import", "conversation"]);
    expect(answer?.canMail).toBe(false);
    expect((await choose(viewer, { kind: "run", listed: true, mailed: true })).status).toBe(403);
  });

  it("forgets notifications after 90 days", async () => {
    await db.tx([account], (q) =>
      q.run(
        "update notification set moved_id = trunkline_first_id(now() - interval '91 days') where account_id = $1 and kind = 'import'",
        [account],
      ),
    );
    await purgeJob.run(db);
    const kinds = (await list(runner)).map(({ kind }) => kind);
    expect(kinds).not.toContain("import");
    expect(kinds).toContain("held");
  });
});
