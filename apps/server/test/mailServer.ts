import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { MailSettings } from "../src/mail/mailSettings.ts";

/** A mail as the server took it. */
interface ReceivedMail {
  from: string;
  to: string[];
  head: string;
  text: string;
  /** Who had signed in. */
  user: string;
}

/** The password that the server takes. */
export const mailPassword = "mail-password-of-the-tests";

/** A mail server that asks for a password; `mood` says how it takes the next mails. */
export async function startMailServer() {
  const received: ReceivedMail[] = [];
  const state: { mood: "well" | "busy" | "refusing" | "hanging" } = { mood: "well" };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === mailPassword
        ? done(null, { user: username })
        : done(Object.assign(new Error(`wrong: ${password}`), { responseCode: 535 })),
    onMailFrom(_address, _session, done) {
      if (state.mood === "hanging") return;
      done(state.mood === "busy" ? Object.assign(new Error("later"), { responseCode: 451 }) : null);
    },
    onRcptTo: (_address, _session, done) =>
      done(state.mood === "refusing" ? Object.assign(new Error("no such mailbox"), { responseCode: 550 }) : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const [head = "", ...body] = Buffer.concat(chunks).toString().split("\r\n\r\n");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          head,
          text: decoded(head, body.join("\r\n\r\n")),
          user: String(session.user),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await new Promise<void>((resolve) => listening.once("listening", () => resolve()));
  const settings: MailSettings = {
    host: "127.0.0.1",
    port: (listening.address() as AddressInfo).port,
    secure: false,
    user: "trunkline",
    password: mailPassword,
    from: { name: "Trunkline", address: "trunkline@example.com" },
  };
  return {
    received,
    state,
    settings,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function decoded(head: string, body: string): string {
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(body, "base64").toString();
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
