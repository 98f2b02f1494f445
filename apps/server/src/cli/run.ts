import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { handsets, parseHabit, parseSpan, readReplies } from "../terminal/handsets.ts";
import { play } from "../terminal/play.ts";
import { readBundleFile } from "../terminal/readBundleFile.ts";
import { readContactFile } from "../terminal/readContactFile.ts";

/** The default start of the virtual clock: a fixed Monday morning, so that two runs give the same result. */
export const defaultStart = "2026-03-02T15:00:00Z";

interface Flags {
  contacts: string;
  seed: string;
  start: string;
  until: string;
  period: string;
  reply: string[];
  replies?: string;
  transcript?: string | true;
}

/** `trunkline run`: plays a workflow bundle for a contact file on a virtual clock, with the simulated carrier. */
export const command = new Command("run")
  .description("Play a workflow bundle for a contact file on a virtual clock with the simulated carrier.")
  .argument("<bundle>", "workflow bundle (JSON), as exported by the Workflows page or GET /v4/campaign/{id}/export")
  .requiredOption("--contacts <file>", "contacts (CSV with a header row)")
  .option("--seed <text>", "the same seed gives the same result", "1")
  .option("--start <instant>", "start time of the virtual clock", defaultStart)
  .option("--until <span>", "longest simulated time (90s, 15m, 4h, 30d)", "365d")
  .option("--period <ms>", "milliseconds between two journey starts", "1000")
  .option(
    "--reply <text=percent>",
    "percentage of contacts that reply with a text, such as yes=30; repeatable",
    collect,
    [],
  )
  .option("--replies <file>", "scripted replies (CSV: phone, after, text)")
  .option("--transcript [file]", "print each contact's timeline, or write it to a file")
  .action(run);

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function run(bundlePath: string, flags: Flags): Promise<void> {
  const startMs = parseInstant(flags.start);
  const playable = await readBundleFile(bundlePath, startMs);
  const file = await readContactFile(flags.contacts, flags.seed);
  for (const { line, reason } of file.rejected.slice(0, 20))
    console.error(`${flags.contacts}, line ${line}: ${reason}`);
  if (file.rejected.length > 20)
    console.error(`${flags.contacts}: ${file.rejected.length - 20} more rows were rejected`);
  if (file.contacts.length === 0) throw new Refusal(`${flags.contacts}: no row contains a contact`);
  const replies = flags.replies ? await readReplies(flags.replies) : new Map();
  const tally = await play(playable, file.contacts, {
    respond: handsets(flags.reply.map(parseHabit), replies),
    startMs,
    untilMs: startMs + parseSpan(flags.until, "--until"),
    periodMs: parsePeriod(flags.period),
    transcript: flags.transcript === true ? "-" : flags.transcript,
  });
  console.log([playable.workflow.campaign.campaignName, ...tally.lines(playable.definition)].join("\n"));
}

export function parseInstant(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms))
    throw new Refusal(`--start: "${text}" is not a date and time; use the form 2026-03-02T15:00:00Z`, { exitCode: 2 });
  return ms;
}

export function parsePeriod(text: string): number {
  if (!/^\d+$/.test(text)) throw new Refusal(`--period: "${text}" is not a number of milliseconds`, { exitCode: 2 });
  return Number(text);
}
