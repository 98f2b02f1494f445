import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";
import { openStore } from "../program/openStore.ts";
import { type Difference, replayJourneys } from "../program/replay/replayJourneys.ts";
import { Refusal } from "../refusal.ts";
import { ProgressBar } from "../terminal/progressBar.ts";

/** Differences that are named. */
const mostNamed = 50;

/** `trunkline replay`: plays recorded journeys again with this version of the engine. */
export const command = new Command("replay")
  .description(
    "Play recorded journeys again with this version of the engine, and name each step that would differ. Nothing is sent or changed. Run it with a new version before it serves.",
  )
  .option("--count <n>", "how many of the newest journeys that have ended", "10000")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .action(replay);

async function replay(flags: Flags & { count: string }): Promise<void> {
  const count = Number(flags.count);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Refusal(`--count: "${flags.count}" is not a whole number of at least 1`, { exitCode: 2 });
  const store = await openStore(readConfig(process.env, { dataDir: flags.dataDir }), {
    say: console.error,
    migrate: false,
  });
  const bar = new ProgressBar(count);
  try {
    const { played, differences, left } = await replayJourneys(store.db, count, (looked) =>
      bar.show(looked, `${looked.toLocaleString("en-US")} journeys`),
    );
    bar.end();
    for (const one of differences.slice(0, mostNamed)) console.log(describe(one));
    const same = (played - differences.length).toLocaleString("en-US");
    console.log(
      `${same} of ${played.toLocaleString("en-US")} journeys take the same steps. ${left.toLocaleString("en-US")} were not played: they were moved to another version, their workflow is gone, or a reply came while no node waited for one.`,
    );
    if (differences.some(({ isChanged }) => !isChanged)) process.exitCode = 1;
  } finally {
    await store.close();
  }
}

const describe = ({ journeyId, campaignName, version, node, isChanged }: Difference): string =>
  `${journeyId}  ${campaignName}, version ${version}: differs at node ${node}${isChanged ? " (its contact was changed since)" : ""}`;
