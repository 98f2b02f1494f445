import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterAll, beforeEach, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { mailPassword, startMailServer } from "../../../test/mailServer.ts";
import { testPassword, testServer } from "../../../test/server.ts";
import { openMailer } from "../../mail/mailer.ts";
import type { MailSettings } from "../../mail/mailSettings.ts";

// Readings, Requests of our pages: an invitation is a one-time link, shown once where mail is not set up.

const db = await freshDatabase();
const mail = await startMailServer();
afterAll(() => mail.stop());
const logged: string[] = [];
const log = pino(
  { level: "trace" },
  new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  }),
);
const masterKey = randomBytes(32);
const serverOf = (settings: MailSettings, waitMs?: number) =>
  testServer(db, { mailer: openMailer(settings, waitMs), log, masterKey });
const server = await serverOf(mail.settings);
const failures = [
  ["refusing", server, "the mail server rejected the sender or the recipient (550)"],
  ["hanging", await serverOf(mail.settings, 300), "the mail server did not respond in time"],
  [
    "well",
    await serverOf({ ...mail.settings, password: `${mailPassword}-wrong` }),
    "the mail server rejected the user name or password (535)",
  ],
  ["well", await serverOf({ ...mail.settings, port: 9 }), "the connection to the mail server failed"],
] as const;
const shop = await server.account("Shop");
const as = { key: shop.key };

beforeEach(() => {
  mail.received.length = 0;
  mail.state.mood = "well";
});

const linkIn = (text: string | undefined) =>
  /^http\S+\/invitation\/(\S+)$/m.exec((text ?? "").replaceAll("\r\n", "\n"));

it("an invitation and its new link are mailed, work once, and appear in no answer", async () => {
  const invited = await server.call("POST", "/v4/user/", { as, body: { email: "Guest@Example.com", role: "viewer" } });
  const [made] = invited.body.payload;
  expect(made).toMatchObject({ state: "invited", invitationMail: "Invitation sent to guest@example.com" });
  expect(made).not.toHaveProperty("invitationUrl");
  const first = linkIn(mail.received[0]?.text);
  expect(mail.received[0]?.head).toContain("Subject: You are invited to Shop on Trunkline");
  expect(first?.[0]).toBe(`http://127.0.0.1:4400/invitation/${first?.[1]}`);

  const renewed = await server.call("POST", `/v4/user/${made?.["userId"]}/invitation`, { as, body: { days: 2 } });
  expect(renewed.body.payload[0]).toMatchObject({ invitationMail: "Invitation sent to guest@example.com" });
  expect(renewed.body.payload[0]).not.toHaveProperty("invitationUrl");
  expect(mail.received.map(({ to }) => to)).toEqual([["guest@example.com"], ["guest@example.com"]]);
  expect((await server.call("GET", `/auth/invitation/${first?.[1]}`)).status).toBe(404);
  const token = linkIn(mail.received[1]?.text)?.[1];
  const body = { name: "Guest", password: testPassword };
  const joined = await server.call("POST", `/auth/invitation/${token}`, { body });
  expect(joined.body.payload[0]).toMatchObject({ role: "viewer" });
  expect((await server.call("POST", `/auth/invitation/${token}`, { body })).status).toBe(404);
});

it.each(failures)("a failed mail shows the link and the reason (%s)", async (mood, failing, reason) => {
  mail.state.mood = mood;
  const email = "unlucky@example.com";
  const invited = await failing.call("POST", "/v4/user/", { as, body: { email, role: "viewer" } });
  const [made] = invited.body.payload;
  expect([invited.status, made?.["invitationMail"]]).toEqual([200, `The invitation could not be mailed: ${reason}`]);
  const token = String(made?.["invitationUrl"]).split("/").at(-1);
  expect((await failing.call("GET", `/auth/invitation/${token}`)).body.payload).toMatchObject([{ email }]);
  expect(mail.received).toEqual([]);
  expect(logged.join("")).toContain(reason);
  for (const secret of [mailPassword, token ?? ""]) expect(logged.join("")).not.toContain(secret);
});
