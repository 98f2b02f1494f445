import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "@trunkline/client/createClient.ts";
import { type Batch, batchStatuses, periodOf } from "@trunkline/contract/runs/batch.ts";
import type { Outcome } from "@trunkline/contract/runs/outcome.ts";
import { Command } from "commander";
import { Refusal } from "../refusal.ts";
import { type ClientFlags, overApi, withClient } from "./openClient.ts";

interface ListFlags extends ClientFlags {
  status?: string;
  limit: string;
}

interface StartFlags extends ClientFlags {
  name?: string;
  audience?: string;
  everyone?: true;
  perMinute: string;
  tail?: true;
}

/** `trunkline runs`: runs of workflows, over the API. */
export const command = new Command("runs")
  .description("List, start and follow runs, over the API.")
  .addCommand(
    overApi(
      new Command("list")
        .description("List the newest runs.")
        .option("--status <status>", `only runs with this status: ${batchStatuses.join(", ")}`)
        .option("--limit <n>", "how many, 1 to 500", "20"),
    ).action((flags: ListFlags) => withClient(flags, (client) => list(client, flags))),
  )
  .addCommand(
    overApi(
      new Command("start")
        .description("Start a run of a workflow.")
        .argument("<workflow>", "id of the workflow")
        .option("--name <text>", "name of the run (default: the workflow's name and the time)")
        .option("--audience <id>", "id of the audience to contact")
        .option("--everyone", "contact every contact of the account")
        .option("--per-minute <n>", "contacts to start a minute; -1: as fast as the carriers allow", "-1")
        .option("--tail", "follow the run to its end"),
    ).action((workflow: string, flags: StartFlags) => withClient(flags, (client) => start(client, workflow, flags))),
  )
  .addCommand(
    overApi(
      new Command("tail")
        .description("Follow a run to its end: a line whenever a figure changes.")
        .argument("<run>", "id of the run"),
    ).action((run: string, flags: ClientFlags) =>
      withClient(flags, async (client) => tail(client, await find(client, run))),
    ),
  );

async function list(client: Client, { status, limit }: ListFlags): Promise<void> {
  const asked = batchStatuses.find((one) => one.toLowerCase() === status?.toLowerCase());
  if (status !== undefined && asked === undefined)
    throw new Refusal(`--status must be one of ${batchStatuses.join(", ")}`, { exitCode: 2 });
  const { items } = await client.batch.list({
    query: { limit: Number(limit), ...(asked !== undefined && { status: asked }) },
  });
  for (const run of items)
    console.log([run.batchId, run.status, run.progress, run.campaignName, run.displayName].join("\t"));
}

async function start(client: Client, campaignId: string, flags: StartFlags): Promise<void> {
  const { audience, everyone, perMinute } = flags;
  if ((audience === undefined) === (everyone === undefined))
    throw new Refusal("Say whom to contact: --audience ID or --everyone", { exitCode: 2 });
  const run = await client.batch.create.one({
    params: { campaignId },
    body: {
      displayName: flags.name ?? `Run of ${new Date().toISOString().slice(0, 16)}Z`,
      periodMs: periodOf(Number(perMinute)),
      start: true,
      ...(audience === undefined ? { statements: [] } : { audienceId: audience }),
    },
  });
  if (run.approval?.state === "waiting")
    console.error(
      `The run waits for approval, because it is for more than ${run.approval.above.toLocaleString("en-US")} contacts.`,
    );
  console.log(run.batchId);
  if (flags.tail) await tail(client, run);
}

/** Runs are addressed with their workflow, which their id alone does not tell. */
async function find(client: Client, batchId: string): Promise<Batch> {
  for await (const run of client.batch.list.all({ query: { limit: 500 } })) if (run.batchId === batchId) return run;
  throw new Refusal(`There is no run ${batchId}. \`trunkline runs list\` shows the newest ones.`);
}

/** How often a run is asked for its figures. */
const askMs = 2_000;
const ends: ReadonlySet<string> = new Set(["Done", "Stopped"]);

async function tail(client: Client, { campaignId, batchId }: Batch): Promise<void> {
  const params = { campaignId, batchId };
  for (let before = ""; ; await pause(askMs)) {
    const [run, outcome] = [await client.batch.find.one({ params }), await client.outcome.run.one({ params })];
    const line = describe(run, outcome);
    if (line !== before) console.log(`${new Date().toISOString().slice(11, 19)}Z  ${line}`);
    before = line;
    if (ends.has(run.status)) return;
  }
}

const describe = (run: Batch, { sent, delivered, failed, replied, optedOut }: Outcome): string =>
  [
    `${run.status} ${run.progress}`,
    `sent ${sent}`,
    `delivered ${delivered}`,
    `failed ${failed}`,
    `replied ${replied}`,
    `opted out ${optedOut}`,
    ...(run.waitsFor === null ? [] : [run.waitsFor.text]),
  ].join(", ");
