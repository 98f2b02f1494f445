import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@trunkline/client/createClient.ts";
import type { Call } from "@trunkline/contract/calls/call.ts";
import type { Message } from "@trunkline/contract/messages/message.ts";
import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { type ClientFlags, overApi, withClient } from "./openClient.ts";

interface Flags extends ClientFlags {
  run?: string;
  phone?: string;
  limit: string;
  follow?: true;
}

/** `trunkline logs`: texts and calls as they come and go, over the API. */
export const command = overApi(
  new Command("logs")
    .description("Print texts or calls, oldest first, over the API.")
    .argument("[texts|calls]", "what to print", "texts")
    .option("--run <id>", "only those of this run")
    .option("--phone <number>", "only those with this number")
    .option("--limit <n>", "how many to begin with, 1 to 500", "20")
    .option("--follow", "go on with new ones until stopped"),
).action((what: string, flags: Flags) => {
  if (what !== "texts" && what !== "calls") throw new Refusal("Say what to print: texts or calls", { exitCode: 2 });
  return withClient(flags, (client) => print(what === "texts" ? textsOf(client) : callsOf(client), flags));
});

/** A line of a log. */
interface Line {
  id: string;
  created: string;
  text: string;
}
type List = (query: { limit: number; batchId?: string; phone?: string; startDate?: string }) => Promise<Line[]>;

/** How often new lines are asked for. */
const askMs = 2_000;

async function print(list: List, { run, phone, limit, follow }: Flags): Promise<void> {
  const filter = { ...(run !== undefined && { batchId: run }), ...(phone !== undefined && { phone }) };
  let lines = await list({ ...filter, limit: Number(limit) });
  const printed = new Set<string>();
  for (;;) {
    for (const { id, text } of lines.toReversed()) if (!printed.has(id)) console.log(text);
    for (const { id } of lines) printed.add(id);
    if (!follow) return;
    const newest = lines[0]?.created ?? new Date().toISOString();
    await pause(askMs);
    const more = await list({ ...filter, limit: 500, startDate: newest });
    if (more.length > 0) lines = more;
  }
}

const textsOf =
  (client: Client): List =>
  async (query) =>
    (await client.message.list({ query })).items.map((text) => ({
      id: text.messageId,
      created: text.created,
      text: lineOf(text, [text.status, JSON.stringify(text.text)]),
    }));

const callsOf =
  (client: Client): List =>
  async (query) =>
    (await client.call.list({ query })).items.map((call) => ({
      id: call.callId,
      created: call.created,
      text: lineOf(call, [call.status]),
    }));

const lineOf = ({ created, direction, from, to, reason }: Message | Call, rest: readonly string[]): string =>
  [created, direction, from, to, ...rest, ...(reason === null ? [] : [reason])].join("\t");
