import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@trunkline/client/createClient.ts";
import type { ContactImport } from "@trunkline/contract/contacts/contact.ts";
import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { fileRefusal } from "../terminal/fileRefusal.ts";
import { ProgressBar } from "../terminal/progressBar.ts";
import { type ClientFlags, overApi, withClient } from "./openClient.ts";

interface ImportFlags extends ClientFlags {
  duplicates: "update" | "skip";
  tag?: string;
  audience?: string;
  consentSource?: string;
}

/** `trunkline contacts`: contacts of an account, over the API. */
export const command = new Command("contacts")
  .description("Import contacts, over the API.")
  .addCommand(
    overApi(
      new Command("import")
        .description("Import contacts from a CSV file with a header row, and wait until they are there.")
        .argument("<file>", "CSV file, also compressed with gzip (.gz)")
        .option("--duplicates <update|skip>", "what happens to contacts that exist already", "update")
        .option("--tag <tag>", "tag for every contact in the file")
        .option("--audience <name>", "audience to add the contacts to")
        .option(
          "--consent-source <text>",
          'where the consent of the contacts comes from, such as "Web form, March 2026"',
        ),
    ).action((file: string, flags: ImportFlags) => withClient(flags, (client) => importFile(client, file, flags))),
  );

/** How often an import is asked how far it has come. */
const askMs = 500;

async function importFile(client: Client, file: string, flags: ImportFlags): Promise<void> {
  const { duplicates, tag, audience, consentSource } = flags;
  if (duplicates !== "update" && duplicates !== "skip")
    throw new Refusal("--duplicates must be update or skip", { exitCode: 2 });
  await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw fileRefusal(file, error);
  });
  let state = await client.contact.import.one({
    query: {
      fileName: basename(file),
      duplicates,
      ...(tag !== undefined && { tag }),
      ...(audience !== undefined && { audience }),
      ...(consentSource !== undefined && { consentSource }),
    },
    ...(file.endsWith(".gz") && { headers: { "content-encoding": "gzip" } }),
    raw: Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>,
  });
  const bar = new ProgressBar(state.bytes);
  while (state.status === "running") {
    bar.show(state.bytesDone, `${state.total.toLocaleString("en-US")} rows`);
    await pause(askMs);
    state = await client.contact.findImport.one({ params: { importId: state.id } });
  }
  bar.end();
  for (const { line, reason } of state.rejected.slice(0, 20)) console.error(`${file}, line ${line}: ${reason}`);
  if (state.status !== "done")
    throw new Refusal(
      `The import ${state.status === "failed" ? "failed" : "was cancelled"}. ${state.problem ?? ""}`.trim(),
    );
  console.log(summaryOf(state));
}

const summaryOf = ({ imported, updated, skipped, rejectedCount }: ContactImport): string =>
  [
    `${imported.toLocaleString("en-US")} imported`,
    `${updated.toLocaleString("en-US")} updated`,
    ...(skipped > 0 ? [`${skipped.toLocaleString("en-US")} skipped`] : []),
    ...(rejectedCount > 0 ? [`${rejectedCount.toLocaleString("en-US")} rejected`] : []),
  ].join(", ");
