import { describe, expect, it } from "vitest";
import { emailFailures } from "../emailProvider.ts";
import { readSmtpProblem, type SmtpProblem } from "./smtpProblem.ts";

const cases: [title: string, problem: Omit<SmtpProblem, "words">, failure: keyof typeof emailFailures | "in_doubt"][] =
  [
    ["an unknown host is tried again", { stage: "connect", code: "unknown_host" }, "email_unavailable"],
    ["a refused connection is tried again", { stage: "connect", code: "unreachable" }, "email_unavailable"],
    ["a private address is not tried again", { stage: "connect", code: "refused_address" }, "email_account"],
    ["a failed TLS handshake is not tried again", { stage: "connect", code: "ETLS" }, "email_account"],
    ["a busy greeting is tried again", { stage: "connect", code: "EPROTOCOL", status: 421 }, "email_unavailable"],
    ["a refused login is not tried again", { stage: "login", code: "EAUTH", status: 535 }, "email_account"],
    [
      "a temporary failure of the login is tried again",
      { stage: "login", code: "EAUTH", status: 454 },
      "email_unavailable",
    ],
    [
      "a refused sender is not tried again",
      { stage: "envelope", code: "EENVELOPE", status: 553, command: "MAIL FROM" },
      "email_account",
    ],
    [
      "a refused recipient is not tried again",
      { stage: "envelope", code: "EENVELOPE", status: 550, command: "RCPT TO" },
      "email_rejected",
    ],
    [
      "a busy mailbox is tried again",
      { stage: "envelope", code: "EENVELOPE", status: 450, command: "RCPT TO" },
      "email_throttled",
    ],
    ["a connection lost before DATA is tried again", { stage: "envelope", code: "ECONNECTION" }, "email_unavailable"],
    ["a connection lost after DATA is in doubt", { stage: "message", code: "ECONNECTION" }, "in_doubt"],
    ["no answer after DATA is in doubt", { stage: "message", code: "ETIMEDOUT" }, "in_doubt"],
    [
      "a temporary refusal after DATA is tried again",
      { stage: "message", code: "EMESSAGE", status: 451 },
      "email_throttled",
    ],
    ["a refusal after DATA is not tried again", { stage: "message", code: "EMESSAGE", status: 554 }, "email_rejected"],
  ];

describe("failures of SMTP", () => {
  it.each(cases)("%s", (title, problem, failure) => {
    const result = readSmtpProblem({ ...problem, words: "words of the server" });
    expect(result.outcome === "refused" ? result.failure : result.outcome).toBe(failure);
    if (failure !== "in_doubt") expect(emailFailures[failure]).toBe(!title.includes("not tried again"));
  });
});
