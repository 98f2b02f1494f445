import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { simulate } from "@trunkline/workflow/engine/simulate.ts";
import { Transcript } from "@trunkline/workflow/engine/transcript.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import type { handsets } from "./handsets.ts";
import { ProgressBar } from "./progressBar.ts";
import type { Playable } from "./readBundleFile.ts";
import { shortTime, Tally } from "./tally.ts";

/** How a bundle is played. */
export interface PlayOptions {
  respond: ReturnType<typeof handsets>;
  startMs: number;
  untilMs: number;
  periodMs: number;
  /** Where each contact's timeline is written: a file, `-` for the output, or nowhere. */
  transcript: string | undefined;
}

const foundFrom: Record<Contact["zonesFrom"], string> = {
  contact: "the contact's own",
  postal: "from the postal code",
  state: "from the state",
  areaCode: "from the area code",
  unknown: "nothing known",
};

/** Plays a bundle for its contacts on a virtual clock and answers what came of it. */
export async function play(
  { definition, lookup }: Playable,
  contacts: Contact[],
  options: PlayOptions,
): Promise<Tally> {
  const { respond, startMs, untilMs, periodMs } = options;
  const tally = new Tally(contacts.length);
  const bar = new ProgressBar(contacts.length);
  const timelines =
    options.transcript === undefined ? undefined : new Map<string, { transcript: Transcript; lines: string[] }>();
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
  if (timelines) await writeTimelines(contacts, timelines, options.transcript ?? "-");
  return tally;
}

async function writeTimelines(
  contacts: Contact[],
  timelines: Map<string, { lines: string[] }>,
  path: string,
): Promise<void> {
  const out: NodeJS.WritableStream = path === "-" ? process.stdout : createWriteStream(path);
  for (const contact of contacts) {
    const name = [contact.firstName, contact.lastName].filter(Boolean).join(" ");
    const zone = `${contact.zones.join(", ")}, ${foundFrom[contact.zonesFrom]}`;
    const head = `${contact.phone ?? contact.email ?? contact.contactId}${name ? ` ${name}` : ""} (${zone})`;
    const lines = timelines.get(contact.contactId)?.lines ?? ["not started"];
    if (!out.write(`${[head, ...lines.map((line) => `  ${line}`)].join("\n")}\n\n`)) await once(out, "drain");
  }
  if (path !== "-") await new Promise<void>((resolve, reject) => (out as WriteStream).on("error", reject).end(resolve));
}
