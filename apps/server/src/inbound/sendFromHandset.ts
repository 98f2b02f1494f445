import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import type { Database } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import { findHandsetText, type HandsetTextRow, insertHandsetText } from "../store/simulator/simulator.ts";
import { receiveMessage } from "./receiveMessage.ts";

/** A handset of the simulated carrier texts one of the account's numbers: the handset shows it, the product receives it. */
export async function sendFromHandset(
  db: Database,
  account: string,
  text: { from: string; to: string; text: string; mediaUrl: string | null; channel?: "sms" | "rcs" },
): Promise<HandsetTextRow | null> {
  const simulatorId = newId();
  const from = readPhone(text.from);
  const to = readPhone(text.to);
  const encoding = encodingOf(text.text);
  const sent = { ...text, from, to, channel: text.channel ?? "sms" };
  await db.tx([account], (q) =>
    insertHandsetText(q, account, { ...sent, simulatorId, encoding, segments: countSegments(text.text, encoding) }),
  );
  await receiveMessage(db, { ...sent, carrier: "simulated", carrierRef: simulatorId });
  return db.tx([account], (q) => findHandsetText(q, account, simulatorId));
}

const readPhone = (text: string): string => {
  const parsed = parsePhone(text);
  return "e164" in parsed ? parsed.e164 : text.trim();
};
