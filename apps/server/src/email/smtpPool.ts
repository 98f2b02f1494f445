import type { EmailResult, KeyCheck } from "@trunkline/carriers/emailProvider.ts";
import { describeSmtpProblem, readSmtpProblem } from "@trunkline/carriers/smtp/smtpProblem.ts";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import {
  buildMail,
  checkSender,
  connectSmtp,
  type SmtpContext,
  SmtpFailure,
  type SmtpMail,
  type SmtpServer,
  submitMail,
} from "./smtpExchange.ts";

/** Pooled connections to the mail servers of accounts. */
export interface SmtpPool {
  /** `key` names the integration. Sends of one key share its connections. */
  send(key: string, server: SmtpServer, mail: SmtpMail, signal: AbortSignal): Promise<EmailResult>;
  /** Connects, logs in and names the sender. Sends nothing. */
  check(server: SmtpServer, sender: string, signal: AbortSignal): Promise<KeyCheck>;
  close(): void;
}

interface Line {
  connection: SMTPConnection;
  /** The settings it was opened with. */
  opened: string;
  sent: number;
  idleTimer?: NodeJS.Timeout;
}

interface Lane {
  idle: Line[];
  open: number;
  waiting: (() => void)[];
}

const mostConnections = 3;
const mostMailsPerConnection = 100;
const idleMs = 30_000;

/** Opens the pool. A connection serves one integration and closes after 100 e-mails or 30 idle seconds. */
export function openSmtpPool(context: SmtpContext): SmtpPool {
  const lanes = new Map<string, Lane>();
  return {
    async send(key, server, mail, signal) {
      const lane = lanes.get(key) ?? { idle: [], open: 0, waiting: [] };
      lanes.set(key, lane);
      try {
        const message = await buildMail(mail);
        const line = await claim(context, lane, server, signal);
        let usable = false;
        try {
          const result = await submitMail(line.connection, mail, message, signal);
          usable = ++line.sent < mostMailsPerConnection;
          return result;
        } finally {
          release(lane, line, usable);
        }
      } catch (error) {
        if (error instanceof SmtpFailure) return readSmtpProblem(error.problem);
        throw error;
      }
    },
    async check(server, sender, signal) {
      let connection: SMTPConnection | undefined;
      try {
        connection = await connectSmtp(context, server, signal);
        await checkSender(connection, sender, signal);
        return { ok: true, words: `${server.host} accepts the login and the sender ${sender}` };
      } catch (error) {
        if (error instanceof SmtpFailure) return { ok: false, words: describeSmtpProblem(error.problem) };
        throw error;
      } finally {
        connection?.close();
      }
    },
    close() {
      for (const lane of lanes.values()) for (const line of lane.idle.splice(0)) discard(lane, line);
    },
  };
}

/** An idle connection, or a new one. Waits when the integration has its limit of connections. */
async function claim(context: SmtpContext, lane: Lane, server: SmtpServer, signal: AbortSignal): Promise<Line> {
  const opened = JSON.stringify(server);
  for (;;) {
    const line = lane.idle.pop();
    if (line) {
      clearTimeout(line.idleTimer);
      if (line.opened === opened && !line.connection.destroyed) return line;
      discard(lane, line);
    } else if (lane.open < mostConnections) break;
    else await turnOf(lane, signal);
  }
  lane.open++;
  try {
    return { connection: await connectSmtp(context, server, signal), opened, sent: 0 };
  } catch (error) {
    lane.open--;
    lane.waiting.shift()?.();
    throw error;
  }
}

function release(lane: Lane, line: Line, usable: boolean): void {
  if (!usable || line.connection.destroyed) {
    discard(lane, line);
    return;
  }
  line.idleTimer = setTimeout(() => {
    lane.idle = lane.idle.filter((one) => one !== line);
    discard(lane, line);
  }, idleMs);
  line.idleTimer.unref();
  lane.idle.push(line);
  lane.waiting.shift()?.();
}

function discard(lane: Lane, line: Line): void {
  clearTimeout(line.idleTimer);
  line.connection.close();
  lane.open--;
  lane.waiting.shift()?.();
}

/** Waits for a free connection. */
function turnOf(lane: Lane, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      lane.waiting = lane.waiting.filter((one) => one !== wake);
      reject(new SmtpFailure({ stage: "connect", code: "timed_out", words: "all connections are busy" }));
    };
    const wake = () => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    };
    if (signal.aborted) return giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
    lane.waiting.push(wake);
  });
}
