import { Readable } from "node:stream";
import type { EmailParty, EmailResult } from "@trunkline/carriers/emailProvider.ts";
import type { SmtpProblem, SmtpStage } from "@trunkline/carriers/smtp/smtpProblem.ts";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Egress } from "../egress/egress.ts";
import { EgressError } from "../egress/egressError.ts";

/** An account's mail server. */
export interface SmtpServer {
  host: string;
  port: number;
  tls: "starttls" | "implicit" | "none";
  /** Empty: the server asks for no login. */
  user: string;
  password: string;
}

/** A finished e-mail. */
export interface SmtpMail {
  emailId: string;
  from: EmailParty;
  to: EmailParty;
  cc: readonly EmailParty[];
  bcc: readonly EmailParty[];
  subject: string;
  html: string;
  text: string;
  /** Receives delivery reports as the envelope's sender. Empty: the sender does. */
  bounceAddress: string;
}

/** What all connections share. */
export interface SmtpContext {
  egress: Egress;
  /** Whether TLS may be off (an operator's setting). */
  allowPlain: boolean;
  /** Certificates trusted in addition to those of the system. */
  ca?: string;
  waitMs?: number;
}

const defaultWaitMs = 20_000;

/** Thrown when the exchange fails. */
export class SmtpFailure extends Error {
  readonly problem: SmtpProblem;
  constructor(problem: SmtpProblem) {
    super(problem.words);
    this.problem = problem;
  }
}

/** Connects and logs in. The server sees no mail yet. */
export async function connectSmtp(
  { egress, allowPlain, ca, waitMs = defaultWaitMs }: SmtpContext,
  server: SmtpServer,
  signal: AbortSignal,
): Promise<SMTPConnection> {
  if (server.tls === "none" && !allowPlain)
    throw new SmtpFailure({
      stage: "connect",
      code: "plain_refused",
      words: "Connections without TLS are turned off on this installation",
    });
  const { host, port } = server;
  const socket = await egress.connect({ host, port, tls: false, timeoutMs: waitMs }).catch((error: unknown) => {
    throw failureOf("connect", error);
  });
  const connection = new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: server.tls === "implicit",
    requireTLS: server.tls === "starttls",
    ignoreTLS: server.tls === "none",
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
  });
  await ask(connection, "connect", signal, (done) => connection.connect((error) => done(error)));
  if (server.user !== "")
    await ask(connection, "login", signal, (done) =>
      connection.login({ user: server.user, pass: server.password }, (error) => done(error)),
    );
  return connection;
}

type Done<Got> = (error: unknown, got?: Got) => void;

/** Runs one request of the connection. A closed connection and an aborted signal fail it. */
function ask<Got>(
  connection: SMTPConnection,
  stage: SmtpStage | (() => SmtpStage),
  signal: AbortSignal,
  run: (done: Done<Got>) => void,
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const done: Done<Got> = (error, got) => {
      signal.removeEventListener("abort", giveUp);
      connection.off("end", ended);
      if (error == null) return resolve(got as Got);
      reject(failureOf(typeof stage === "function" ? stage() : stage, error));
      connection.close();
    };
    const giveUp = () => done(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    const ended = () => done(Object.assign(new Error("the connection was closed"), { code: "ECONNECTION" }));
    // an error without a listener ends the process; it also arrives when the connection is idle
    connection.removeAllListeners("error");
    connection.on("error", (error: unknown) => done(error));
    connection.once("end", ended);
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    run(done);
  });
}

/** Sends one mail over a connection. */
export async function submitMail(
  connection: SMTPConnection,
  mail: SmtpMail,
  message: Buffer,
  signal: AbortSignal,
): Promise<EmailResult> {
  let stage: SmtpStage = "envelope";
  // read only after the server's 354, so its first read marks the start of the message
  const body = new Readable({
    read() {
      stage = "message";
      this.push(message);
      this.push(null);
    },
  });
  const to = [mail.to, ...mail.cc, ...mail.bcc].map(({ email }) => email);
  const envelope = { from: mail.bounceAddress || mail.from.email, to: [...new Set(to)], size: message.length };
  const info = await ask<SMTPConnection.SentMessageInfo>(
    connection,
    () => stage,
    signal,
    (done) => connection.send(envelope, body, done),
  );
  if (info.rejected.includes(mail.to.email)) {
    const words = info.rejectedErrors?.find((one) => one.recipient === mail.to.email)?.response ?? mail.to.email;
    return {
      outcome: "refused",
      failure: "email_rejected",
      words: `The mail server refused the recipient: ${words}. Copies were sent`,
    };
  }
  return { outcome: "accepted", ref: info.response.slice(0, 200) };
}

/** Names the sender to the server and resets, so that no mail is sent. */
export async function checkSender(connection: SMTPConnection, sender: string, signal: AbortSignal): Promise<void> {
  const socket = connection._socket;
  if (!socket) throw new SmtpFailure({ stage: "connect", code: "ECONNECTION", words: "the connection was closed" });
  // the client has no request for MAIL alone; its own reader is removed because this connection is closed afterwards
  socket.removeAllListeners("data");
  const answer = await ask<string>(connection, "envelope", signal, (done) => {
    let read = "";
    socket.on("data", (chunk: Buffer) => {
      read += chunk.toString("latin1");
      if (/^\d{3}(?: [^\n]*)?\r?\n$/m.test(read)) done(null, read.trim());
    });
    socket.write(`MAIL FROM:<${sender}>\r\n`);
  });
  const status = Number(answer.slice(0, 3));
  if (status >= 400)
    throw new SmtpFailure({ stage: "envelope", code: "EENVELOPE", status, command: "MAIL FROM", words: answer });
  socket.write("RSET\r\n");
}

/** The bytes of a mail. */
export async function buildMail(mail: SmtpMail): Promise<Buffer> {
  const address = ({ email, name }: EmailParty) => ({ address: email, name });
  return new MailComposer({
    from: address(mail.from),
    to: address(mail.to),
    cc: mail.cc.map(address),
    subject: mail.subject.replace(/[\p{Cc}\s]+/gu, " ").trim(),
    text: mail.text,
    ...(mail.html !== "" && { html: mail.html }),
    messageId: `<${mail.emailId}@${mail.from.email.split("@").at(-1)}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}

const tlsWords = /certificate|altnames|\b(SSL|TLS|STARTTLS)\b|handshake|packet length/i;

function failureOf(stage: SmtpStage, error: unknown): SmtpFailure {
  if (error instanceof EgressError) return new SmtpFailure({ stage, code: error.failure, words: error.message });
  const { code, responseCode, command, response, message } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
    response?: string;
    message?: string;
  };
  return new SmtpFailure({
    stage,
    // the client reports a failed handshake as a socket error; only its text tells
    code: stage === "connect" && tlsWords.test(message ?? "") ? "ETLS" : (code ?? ""),
    status: responseCode,
    command,
    words: (response ?? message ?? "no answer").slice(0, 300),
  });
}
