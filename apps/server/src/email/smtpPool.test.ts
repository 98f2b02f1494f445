import { afterEach, describe, expect, it } from "vitest";
import { startSmtpReceiver } from "../../test/smtpReceiver.ts";
import { waitLimitMs } from "../../test/waitLimit.ts";
import { openEgress } from "../egress/egress.ts";
import type { SmtpMail, SmtpServer } from "./smtpExchange.ts";
import { openSmtpPool } from "./smtpPool.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

const mail: SmtpMail = {
  emailId: "0199-mail",
  from: { email: "news@shop.example.com", name: "The Shop" },
  to: { email: "ann@example.com", name: "Ann" },
  cc: [{ email: "desk@shop.example.com", name: "" }],
  bcc: [{ email: "log@shop.example.com", name: "" }],
  subject: "Your order",
  html: "<p>Hi Ann</p>",
  text: "Hi Ann",
  bounceAddress: "",
};

interface Setup {
  implicit?: boolean;
  plain?: boolean;
  trusted?: boolean;
  allow?: string[];
  allowPlain?: boolean;
  waitMs?: number;
}

async function open(setup: Setup = {}) {
  const receiver = await startSmtpReceiver(setup);
  const pool = openSmtpPool({
    egress: openEgress({ allow: setup.allow ?? ["127.0.0.1"] }),
    allowPlain: setup.allowPlain ?? false,
    ...(setup.trusted !== false && { ca: receiver.cert }),
    waitMs: setup.waitMs ?? waitLimitMs,
  });
  stops.push(
    () => pool.close(),
    () => receiver.stop(),
  );
  const server: SmtpServer = {
    host: "127.0.0.1",
    port: receiver.port,
    tls: setup.implicit ? "implicit" : setup.plain ? "none" : "starttls",
    user: "shop",
    password: receiver.password,
  };
  const signal = () => AbortSignal.timeout(waitLimitMs);
  return {
    ...receiver,
    server,
    send: (changes: Partial<SmtpMail> = {}, other: Partial<SmtpServer> = {}) =>
      pool.send("one", { ...server, ...other }, { ...mail, ...changes }, signal()),
    check: (other: Partial<SmtpServer> = {}) => pool.check({ ...server, ...other }, mail.from.email, signal()),
  };
}

describe("sending by SMTP", () => {
  it("sends both texts to all recipients over STARTTLS", async () => {
    const { send, accepted } = await open();
    expect(await send()).toMatchObject({ outcome: "accepted" });
    expect(accepted).toMatchObject([
      {
        from: "news@shop.example.com",
        to: ["ann@example.com", "desk@shop.example.com", "log@shop.example.com"],
        secure: true,
      },
    ]);
    expect(accepted[0]?.message).toContain("<p>Hi Ann</p>");
    expect(accepted[0]?.message).toContain("text/plain");
    expect(accepted[0]?.message).toContain("Message-ID: <0199-mail@shop.example.com>");
  });

  it("leaves blind copies out of the headers", async () => {
    const { send, accepted } = await open();
    await send();
    expect(accepted[0]?.message).not.toContain("log@shop.example.com");
  });

  it("uses TLS from the first byte", async () => {
    const { send, accepted } = await open({ implicit: true });
    expect(await send()).toMatchObject({ outcome: "accepted" });
    expect(accepted[0]?.secure).toBe(true);
  });

  it("names the bounce address as the envelope's sender", async () => {
    const { send, accepted } = await open();
    await send({ bounceAddress: "bounces@shop.example.com" });
    expect(accepted[0]?.from).toBe("bounces@shop.example.com");
    expect(accepted[0]?.message).toContain("From: The Shop <news@shop.example.com>");
  });

  it("keeps line breaks of a subject out of the headers", async () => {
    const { send, accepted } = await open();
    await send({ subject: "Hi\r\nBcc: other@example.com" });
    expect(accepted[0]?.message).toMatch(/^Subject: Hi Bcc: other@example.com/m);
    expect(accepted[0]?.to).not.toContain("other@example.com");
  });

  it("reuses a connection", async () => {
    const { send, accepted } = await open();
    await send();
    await send();
    expect(new Set(accepted.map(({ session }) => session)).size).toBe(1);
  });

  it("opens a new connection after the settings have changed", async () => {
    const { send } = await open();
    await send();
    expect(await send({}, { password: "changed" })).toMatchObject({ outcome: "refused", failure: "email_account" });
  });

  it("opens at most three connections for an integration", async () => {
    const { send, accepted } = await open();
    const results = await Promise.all(Array.from({ length: 12 }, () => send()));
    expect(results.every(({ outcome }) => outcome === "accepted")).toBe(true);
    expect(accepted).toHaveLength(12);
    expect(new Set(accepted.map(({ session }) => session)).size).toBeLessThanOrEqual(3);
  });

  it("sends again after the server has closed the idle connection", async () => {
    const { send, state, accepted } = await open();
    state.mood = "dropAfterData";
    await send();
    state.mood = "accept";
    expect(await send()).toMatchObject({ outcome: "accepted" });
    expect(accepted).toHaveLength(1);
  });
});

describe("failures of a mail server", () => {
  it.each([
    ["refuseRecipient", "email_rejected", "refused the recipient: 550 no such mailbox"],
    ["refuseSender", "email_account", "refused the sender: 553 sender not allowed"],
    ["busy", "email_throttled", "451 try later"],
  ] as const)("reports %s as %s", async (mood, failure, words) => {
    const { send, state } = await open();
    state.mood = mood;
    expect(await send()).toMatchObject({ outcome: "refused", failure, words: expect.stringContaining(words) });
  });

  it("reports a refused login", async () => {
    const { send } = await open();
    expect(await send({}, { password: "wrong" })).toMatchObject({ outcome: "refused", failure: "email_account" });
  });

  it("says that copies were sent when only the recipient is refused", async () => {
    const { send, state, accepted } = await open();
    state.refused = mail.to.email;
    expect(await send()).toMatchObject({
      outcome: "refused",
      failure: "email_rejected",
      words: expect.stringContaining("Copies were sent"),
    });
    expect(accepted).toHaveLength(1);
  });

  it("tries again later when the server hangs before DATA", async () => {
    const { send, state } = await open({ waitMs: 500 });
    state.mood = "hang";
    expect(await send()).toMatchObject({ outcome: "refused", failure: "email_unavailable" });
  });

  it("is in doubt when the connection is lost after DATA", async () => {
    const { send, state } = await open();
    state.mood = "dropAfterData";
    expect(await send()).toEqual({ outcome: "in_doubt" });
    expect(state.bodies).toBe(1);
  });

  it("is in doubt when the server does not answer after DATA", async () => {
    const { send, state } = await open({ waitMs: 2_000 });
    state.mood = "hangAfterData";
    expect(await send()).toEqual({ outcome: "in_doubt" });
    expect(state.bodies).toBe(1);
  });

  it("sends nothing without TLS unless the operator allows it", async () => {
    const { send, accepted } = await open({ plain: true });
    expect(await send()).toMatchObject({ outcome: "refused", failure: "email_account" });
    expect(accepted).toEqual([]);
  });

  it("sends without TLS when the operator allows it", async () => {
    const { send } = await open({ plain: true, allowPlain: true });
    expect(await send()).toMatchObject({ outcome: "accepted" });
  });

  it("sends nothing to a server that offers no STARTTLS", async () => {
    const { send, accepted } = await open({ plain: true });
    expect(await send({}, { tls: "starttls" })).toMatchObject({ outcome: "refused", failure: "email_account" });
    expect(accepted).toEqual([]);
  });

  it("sends nothing to a private address", async () => {
    const { send, accepted } = await open({ allow: [] });
    expect(await send()).toMatchObject({
      outcome: "refused",
      failure: "email_account",
      words: expect.stringContaining("The host is not allowed"),
    });
    expect(accepted).toEqual([]);
  });
});

describe("testing a mail server", () => {
  it("accepts the login and the sender and sends nothing", async () => {
    const { check, accepted } = await open();
    expect(await check()).toEqual({
      ok: true,
      words: "127.0.0.1 accepts the login and the sender news@shop.example.com",
    });
    expect(accepted).toEqual([]);
  });

  it.each([
    ["an unknown host", { host: "mail.invalid" }, "The host name could not be resolved"],
    ["a wrong password", { password: "wrong" }, "The mail server refused the user name or password"],
    ["a port without a server", { port: 1 }, "The mail server could not be reached"],
  ])("names %s", async (_title, other, words) => {
    const { check } = await open();
    expect(await check(other)).toEqual({ ok: false, words: expect.stringContaining(words) });
  });

  it("names a certificate that is not trusted", async () => {
    const { check } = await open({ trusted: false });
    expect(await check()).toEqual({ ok: false, words: expect.stringContaining("No TLS connection") });
  });

  it("names a refused sender", async () => {
    const { check, state } = await open();
    state.mood = "refuseSender";
    expect(await check()).toEqual({
      ok: false,
      words: expect.stringContaining("The mail server refused the sender: 553"),
    });
  });
});
