import type { SavedReport } from "@trunkline/contract/reports/savedReport.ts";
import { afterAll, describe, expect, it } from "vitest";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { startMailServer } from "../../../test/mailServer.ts";
import { drawBook } from "../../../test/reportBook.ts";
import { testServer } from "../../../test/server.ts";
import { mailReportsJob } from "../../jobs/reports/mailReports.ts";
import { openMailer } from "../../mail/mailer.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const server = await testServer(db, { mailer: openMailer(mail.settings) });

describe("a saved report", () => {
  it("is mailed on its schedule with table, link and file, and says why a mail failed", async () => {
    const { world } = await drawBook(db, 8);
    const user = await server.user(world.account, "member", []);
    const as = { as: user };
    const settings = { grouping: "channel", from: "2026-03-05", to: "2026-03-07", measures: ["sends", "deliveryRate"] };
    const schedule = { every: "day", time: "08:00", zone: "America/New_York", userIds: [user.userId] };
    const made = await server.call("POST", "/v4/report/", { ...as, body: { name: "=Channels", settings, schedule } });
    expect([made.status, made.body.error]).toEqual([200, []]);
    const { reportId } = made.body.payload[0] as unknown as SavedReport;
    const [job] = mailReportsJob({
      mailer: openMailer(mail.settings),
      publicUrl: "https://trunkline.example",
      log: { warn: () => {} },
    });
    const runDue = async () => {
      await db.global((q) => q.run("update report_mail_due set due = now(), slot = date_trunc('milliseconds', now())"));
      while ((await job?.run(db)) !== "nothing");
    };
    const saved = async () =>
      ((await server.call("GET", "/v4/report/", as)).body.payload as unknown as SavedReport[])[0] as SavedReport;
    await runDue();
    const [received] = mail.received;
    expect(received?.to).toEqual([user.email]);
    // quoted-printable
    const text = received?.text.replaceAll("=\r\n", "").replaceAll("=3D", "=") ?? "";
    expect(text).toContain(`https://trunkline.example/reports/${reportId}`);
    expect(text).toContain("03/05/2026 to 03/07/2026 (UTC)");
    expect(text).toMatch(/Channel\s+All sends\s+Delivery rate/);
    expect(text.replaceAll("\r\n ", " ")).toContain('filename="Channels 2026-03-05 to 2026-03-07.csv"');
    const file = Buffer.from(
      /Disposition: attachment[\s\S]*?\r\n\r\n([^-]*)/.exec(text)?.[1] ?? "",
      "base64",
    ).toString();
    expect(file).toMatch(/^\uFEFFChannel,All sends,Delivery rate\r\n/);
    expect(file).toMatch(/^Calls,\d+,\r$/m);
    const after = await saved();
    expect([after.mailProblem, after.lastMail === null]).toEqual([null, false]);
    expect(Date.parse(after.nextMail ?? "")).toBeGreaterThan(Date.now());

    mail.state.mood = "busy";
    await runDue();
    expect((await saved()).mailProblem).toMatch(/^the mail server rejected/);
    mail.state.mood = "well";
    await runDue();
    expect((await saved()).mailProblem).toBeNull();

    const renamed = await server.call("PUT", `/v4/report/${reportId}/`, {
      ...as,
      body: { name: "Channels", settings, schedule: null },
    });
    expect(renamed.body.payload[0]).toMatchObject({ name: "Channels", schedule: null, nextMail: null });
    const taken = await server.call("POST", "/v4/report/", { ...as, body: { name: "channels", settings } });
    expect([taken.status, taken.body.error[0]?.code]).toEqual([409, "name_taken"]);
    const viewer = await server.key(world.account, "viewer");
    expect((await server.call("DELETE", `/v4/report/${reportId}/`, { as: { key: viewer } })).status).toBe(403);
    expect((await server.call("DELETE", `/v4/report/${reportId}/`, as)).status).toBe(200);
    expect((await server.call("GET", "/v4/report/", as)).body.payload).toEqual([]);
  });

  it.each([
    [{ name: "Days", settings: { from: "2026-03-05" } }, "body.settings"],
    [{ name: "Both", settings: { from: "2026-03-05", to: "2026-03-06", period: "Today" } }, "body.settings"],
    [{ name: "Reverse", settings: { from: "2026-03-05", to: "2026-03-04" } }, "body.settings.to"],
    [
      {
        name: "Stranger",
        settings: {},
        schedule: { every: "day", time: "08:00", zone: "Etc/UTC", userIds: [newId()] },
      },
      "body.schedule.userIds.0",
    ],
  ])("is refused: %j", async (body, where) => {
    const world = await makeWorld(db);
    const key = await server.key(world.account, "member");
    const answer = await server.call("POST", "/v4/report/", { as: { key }, body });
    expect([answer.status, answer.body.error[0]?.where]).toEqual([400, where]);
  });
});
