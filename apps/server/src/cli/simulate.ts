import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { handsets, parseHabit, parseSpan } from "../terminal/handsets.ts";
import { play } from "../terminal/play.ts";
import { readBundleFile } from "../terminal/readBundleFile.ts";
import { defaultStart, parseInstant, parsePeriod } from "./run.ts";

interface Flags {
  count: string;
  seed: string;
  start: string;
  until: string;
  period: string;
  reply: string[];
  transcript?: string | true;
}

/** `trunkline simulate`: plays a workflow bundle for generated contacts in all time zones. */
export const command = new Command("simulate")
  .description(
    "Forecast a workflow: play its bundle for generated contacts in every time zone, without a contact file.",
  )
  .argument("<bundle>", "workflow bundle (JSON)")
  .option("--count <number>", "number of contacts", "1000")
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
  .option("--transcript [file]", "print each contact's timeline, or write it to a file")
  .action(run);

function collect(value: string, before: string[]): string[] {
  return [...before, value];
}

async function run(bundlePath: string, flags: Flags): Promise<void> {
  const count = Number(flags.count);
  if (!Number.isInteger(count) || count < 1 || count > 5_000_000) {
    throw new Refusal(`--count: "${flags.count}" must be a whole number from 1 to 5000000`, { exitCode: 2 });
  }
  const startMs = parseInstant(flags.start);
  const playable = await readBundleFile(bundlePath, startMs);
  const tally = await play(
    playable,
    Array.from({ length: count }, (_, index) => madeUp(flags.seed, index)),
    {
      respond: handsets(flags.reply.map(parseHabit), new Map()),
      startMs,
      untilMs: startMs + parseSpan(flags.until, "--until"),
      periodMs: parsePeriod(flags.period),
      transcript: flags.transcript === true ? "-" : flags.transcript,
    },
  );
  console.log([playable.workflow.campaign.campaignName, ...tally.lines(playable.definition)].join("\n"));
}

const areaCodes = ["212", "404", "312", "512", "303", "602", "415", "206", "907", "808", "850", "208"];
const firstNames = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gia", "Hal", "Ivy", "Jon"];

/** The n-th generated contact: an area code in its time zone and a fictional number. */
function madeUp(seed: string, index: number): Contact {
  const areaCode = areaCodes[index % areaCodes.length] ?? "212";
  const phone = `+1${areaCode}555${String(100 + (Math.floor(index / areaCodes.length) % 9900)).padStart(4, "0")}`;
  const { zones, from } = recipientZones({ phone });
  return {
    contactId: `${seed}-${index}`,
    phone,
    email: null,
    firstName: firstNames[index % firstNames.length] ?? null,
    lastName: null,
    address: null,
    city: null,
    state: null,
    postalCode: null,
    country: null,
    tags: [],
    extdata: {},
    zones,
    zonesFrom: from,
    dnc: 0,
  };
}
