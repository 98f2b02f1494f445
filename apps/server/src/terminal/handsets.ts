import { behaviourOf } from "@trunkline/carriers/simulated/behaviours.ts";
import { type Response, type Simulation, simulatedWorld } from "@trunkline/workflow/engine/simulate.ts";
import { chanceOf } from "@trunkline/workflow/parts/chance.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { Refusal } from "../refusal.ts";
import { readCsvFile } from "./readContactFile.ts";

/** Random replies: a text and the percentage of sends that it answers. */
export interface Habit {
  text: string;
  percent: number;
}

/** A scripted reply, sent a fixed time after the first text to that number. */
interface PlannedReply {
  afterMs: number;
  text: string;
}

const minute = 60_000;
const units: Record<string, number> = { s: 1000, m: minute, h: 60 * minute, d: 1440 * minute };

/** `90s`, `15m`, `4h`, `2d` as milliseconds. */
export function parseSpan(text: string, what: string): number {
  const match = /^(\d+)\s*([smhd])$/.exec(text.trim());
  if (!match)
    throw new Refusal(`${what}: "${text}" is not a duration; use the form 90s, 15m, 4h or 2d`, { exitCode: 2 });
  return Number(match[1]) * (ownValue(units, match[2] ?? "") ?? 0);
}

/** `yes=30`: three in ten texts are answered "yes". */
export function parseHabit(text: string): Habit {
  const match = /^(.+)=(\d+(?:\.\d+)?)%?$/.exec(text);
  if (!match || Number(match[2]) > 100)
    throw new Refusal(`--reply: "${text}" must be a text and a percentage, such as yes=30`, { exitCode: 2 });
  return { text: match[1] ?? "", percent: Number(match[2]) };
}

/** Reads replies from a CSV file with the columns phone, after and text. */
export async function readReplies(path: string): Promise<Map<string, PlannedReply[]>> {
  const file = await readCsvFile(path);
  const place = (name: string) => file.columns.findIndex(({ header }) => header.trim().toLowerCase() === name);
  const [phoneAt, afterAt, textAt] = ["phone", "after", "text"].map(place) as [number, number, number];
  if (phoneAt < 0 || afterAt < 0 || textAt < 0)
    throw new Refusal(`${path}, line 1: the columns must be phone, after and text`);
  const replies = new Map<string, PlannedReply[]>();
  for (const { line, fields, fault } of file.rows) {
    if (fault !== undefined) throw new Refusal(`${path}, line ${line}: ${fault}`);
    const phone = parsePhone(fields[phoneAt] ?? "");
    if ("problem" in phone) throw new Refusal(`${path}, line ${line}: ${phone.problem}`);
    const reply = { afterMs: parseSpan(fields[afterAt] ?? "", `${path}, line ${line}`), text: fields[textAt] ?? "" };
    replies.set(phone.e164, [...(replies.get(phone.e164) ?? []), reply]);
  }
  return replies;
}

/** The simulated carrier and its handsets. Deterministic: the same contact always behaves the same. */
export function handsets(
  habits: readonly Habit[],
  planned: Map<string, PlannedReply[]>,
): NonNullable<Simulation["respond"]> {
  const world = simulatedWorld();
  const begun = new Set<string>();
  return (effect, asked) => {
    const response = world(effect, asked);
    const { phone } = asked.contact;
    if (effect.do !== "sendSms" || !response.answer.ok || phone === null) return response;
    const { send, receipts } = behaviourOf(phone);
    if (typeof send === "object" && "refuse" in send)
      return { ...response, answer: { ok: false, reason: send.refuse } };
    if (typeof send === "object" && "loseText" in send)
      return { ...response, answer: { ok: false, reason: "in_doubt" } };
    if (!receipts.some(({ status }) => status === "delivered")) return response;
    return { ...response, replies: repliesTo(asked.journey.journeyId, asked.node, phone) };
  };

  function repliesTo(journeyId: string, node: number, phone: string): NonNullable<Response["replies"]> {
    if (planned.has(phone)) {
      if (begun.has(phone)) return [];
      begun.add(phone);
      return planned.get(phone) ?? [];
    }
    // Two independent draws: whether and when.
    let share = chanceOf(`reply ${journeyId}`, node) * 100;
    for (const { text, percent } of habits) {
      if (share < percent)
        return [{ text, afterMs: Math.round(minute + chanceOf(`after ${journeyId}`, node) * 59 * minute) }];
      share -= percent;
    }
    return [];
  }
}
