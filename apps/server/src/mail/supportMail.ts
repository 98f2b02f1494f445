import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { SupportMail } from "../store/identity/supportMail.ts";
import { type Mail, oneLine } from "./mailer.ts";

/** The mail to an owner about a support notification (readings, 10DLC). */
export function supportMailOf(
  { accountName, type, payload, email }: SupportMail,
  publicUrl: string,
): Pick<Mail, "to" | "subject" | "text"> {
  const account = oneLine(accountName);
  const what = type === "campaign" ? "A 10DLC campaign was filed" : `Notification: ${oneLine(type)}`;
  return {
    to: email,
    subject: `${what} · ${account}`,
    text: `${what} for the account ${account}.

${textOf(payload)}

See it in Trunkline:
${publicUrl}/businessprofiles?tab=notifications

You receive this mail because you are an owner of ${account}.
`,
  };
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** Converts an HTML table to plain text, one line per row. */
const textOf = (payload: string): string =>
  payload
    .replace(/\s+/g, " ")
    .replace(/<\/th>/gi, ": ")
    .replace(/<\/td>/gi, " ")
    .replace(/<(\/tr|br ?\/?)>/gi, "\n")
    .replace(/<[^<>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_all, name: string) => ownValue(entities, name) ?? "")
    .split("\n")
    .map((line) => line.replace(/ +/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
