import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { makeCertificate } from "./certificate.ts";

/** An e-mail that the server accepted. */
interface AcceptedMail {
  from: string;
  to: string[];
  /** The whole message. */
  message: string;
  secure: boolean;
  /** The connection it arrived on. */
  session: string;
}

/** How the server answers the next e-mails. */
type Mood = "accept" | "refuseSender" | "refuseRecipient" | "busy" | "hang" | "hangAfterData" | "dropAfterData";

const password = "password-of-the-mail-server";
const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/** A mail server with TLS and a login. `refused` is a recipient that it never accepts. */
export async function startSmtpReceiver({ implicit = false, plain = false } = {}) {
  const { key, cert } = makeCertificate();
  const accepted: AcceptedMail[] = [];
  const state: { mood: Mood; refused: string; bodies: number } = { mood: "accept", refused: "", bodies: 0 };
  const server = new SMTPServer({
    secure: implicit,
    key,
    cert,
    ...(plain && { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }),
    onAuth: (given, _session, done) =>
      given.password === password ? done(null, { user: given.username }) : done(refusal(535, "wrong password")),
    onMailFrom(_address, _session, done) {
      if (state.mood === "hang") return;
      if (state.mood === "busy") return done(refusal(451, "try later"));
      done(state.mood === "refuseSender" ? refusal(553, "sender not allowed") : null);
    },
    onRcptTo: ({ address }, _session, done) =>
      done(state.mood === "refuseRecipient" || address === state.refused ? refusal(550, "no such mailbox") : null),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        state.bodies++;
        if (state.mood === "hangAfterData") return;
        if (state.mood === "dropAfterData") {
          for (const one of server.connections) one.close();
          return;
        }
        accepted.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : "",
          to: session.envelope.rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
          secure: session.secure,
          session: session.id,
        });
        done(null, "queued as 42");
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await new Promise<void>((resolve) => listening.once("listening", () => resolve()));
  return {
    accepted,
    state,
    password,
    cert,
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
