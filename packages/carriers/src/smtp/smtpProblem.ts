import type { EmailResult } from "../emailProvider.ts";

/** How far a mail got: `message` begins with the first byte after DATA. */
export type SmtpStage = "connect" | "login" | "envelope" | "message";

/** A failed exchange with a mail server. */
export interface SmtpProblem {
  stage: SmtpStage;
  /** The SMTP client's code, such as `ETLS`, or the egress client's, such as `unknown_host`. */
  code: string;
  /** The server's status, if it answered. */
  status?: number | undefined;
  /** The refused command. */
  command?: string | undefined;
  words: string;
}

/** What failed, as text for the user. */
export function describeSmtpProblem({ stage, code, status, command = "", words }: SmtpProblem): string {
  if (code === "unknown_host") return `The host name could not be resolved: ${words}`;
  if (code === "refused_address") return `The host is not allowed: ${words}`;
  if (code === "plain_refused") return words;
  if (code === "ETLS") return `No TLS connection: ${words}`;
  if (code === "timed_out" || code === "ETIMEDOUT") return `The mail server did not answer in time: ${words}`;
  if (status === undefined && stage === "connect") return `The mail server could not be reached: ${words}`;
  if (stage === "login") return `The mail server refused the user name or password: ${words}`;
  if (command.startsWith("MAIL")) return `The mail server refused the sender: ${words}`;
  if (command.startsWith("RCPT")) return `The mail server refused the recipient: ${words}`;
  return `The mail server refused the e-mail: ${words}`;
}

const configuration = ["ETLS", "EAUTH", "ENOAUTH", "refused_address", "plain_refused", "bad_address"];

/**
 * The result of a failed send. Without a status after DATA the server may have accepted the mail, so the outcome is
 * unknown. Every other failure is certain.
 */
export function readSmtpProblem(problem: SmtpProblem): EmailResult {
  const { stage, code, status, command = "" } = problem;
  if (stage === "message" && status === undefined) return { outcome: "in_doubt" };
  const words = describeSmtpProblem(problem);
  const refused = (failure: Extract<EmailResult, { outcome: "refused" }>["failure"]): EmailResult => ({
    outcome: "refused",
    failure,
    words,
  });
  if (status === undefined) return refused(configuration.includes(code) ? "email_account" : "email_unavailable");
  // 4yz is temporary (RFC 5321, 4.2.1)
  if (status < 500)
    return refused(stage === "envelope" || stage === "message" ? "email_throttled" : "email_unavailable");
  if (stage === "connect" || stage === "login" || status === 530 || status === 535) return refused("email_account");
  return refused(command.startsWith("MAIL") ? "email_account" : "email_rejected");
}
