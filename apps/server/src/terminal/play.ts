import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { simulate } from "@trunkline/workflow/engine/simulate.ts";
import { Transcript } from "@trunkline/workflow/engine/transcript.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { fileRefusal } from "./fileRefusal.ts";
import type { handsets } from "./handsets.ts";
import { ProgressBar } from "./progressBar.ts";
import type { Playable } from "./readBundleFile.ts";
import { shortTime, Tally } from "./tally.ts";

/** Options for playing a bundle. */
export interface PlayOptions {
  respond: ReturnType<typeof handsets>;
  startMs: number;
  untilMs: number;
  periodMs: number;
  /** The output of each contact's timeline: a file, `-` for stdout, or none. */
  transcript: string | undefined;
}

const foundFrom: Record<Contact["zonesFrom"], string> = {
  contact: "the contact's own",
  postal: "from the postal code",
  state: "from the state",
  areaCode: "from the area code",
  unknown: "unknown",
};

/** Plays a bundle for its contacts on a virtual clock and returns the results. */
export async function play(
  { definition, lookup }: Playable,
  contacts: Contact[],
  options: PlayOptions,
): Promise<Tally> {
  const { respond, startMs, untilMs, periodMs } = options;
  const tally = new Tally(contacts.length);
  const bar = new ProgressBar(contacts.length);
  // Opened before playing, so that an unwritable file is reported at once.
  const write = options.transcript === undefined ? undefined : await openTranscript(options.transcript);
  const timelines = write && new Map<string, { transcript: Transcript; lines: string[] }>();
  for (const played of simulate({ definition, kindOf, lookup, contacts, respond, startMs, untilMs, periodMs })) {
    tally.add(played);
    bar.show(tally.over, shortTime(played.now));
    if (!timelines) continue;
    const { contactId, zones } = played.contact;
    const timeline = timelines.get(contactId) ?? { transcript: new Transcript(definition, zones[0]), lines: [] };
    timelines.set(contactId, timeline);
    timeline.lines.push(...timeline.transcript.lines(played.advance));
  }
  bar.end();
  if (timelines) await write?.(tellTimelines(contacts, timelines));
  return tally;
}

/** Opens the transcript output: stdout for `-`, or else a new file. */
async function openTranscript(path: string): Promise<(texts: Iterable<string>) => Promise<void>> {
  const fail = (error: NodeJS.ErrnoException): never => {
    throw fileRefusal(path, error, "the directory does not exist");
  };
  if (path === "-") return (texts) => pipeline(Readable.from(texts), process.stdout, { end: false });
  const file = await open(path, "w").catch(fail);
  return (texts) => pipeline(Readable.from(texts), file.createWriteStream()).catch(fail);
}

function* tellTimelines(contacts: Contact[], timelines: Map<string, { lines: string[] }>): Generator<string> {
  for (const contact of contacts) {
    const name = [contact.firstName, contact.lastName].filter(Boolean).join(" ");
    const zone = `${contact.zones.join(", ")}, ${foundFrom[contact.zonesFrom]}`;
    const head = `${contact.phone ?? contact.email ?? contact.contactId}${name ? ` ${name}` : ""} (${zone})`;
    const lines = timelines.get(contact.contactId)?.lines ?? ["not started"];
    yield `${[head, ...lines.map((line) => `  ${line}`)].join("\n")}\n\n`;
  }
}
