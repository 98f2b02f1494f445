import type { Database } from "../src/store/database.ts";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "./engineWorld.ts";

export const start = (next: number): TestNode => ({ id: 1, type: "start", children: [next] });
export const end = (id: number): TestNode => ({ id, type: "control", children: [] });

/** Runs drawn nodes with contacts of their own. */
export function journeyRuns(db: Database) {
  /** Starts a run of these nodes; the contacts have an e-mail address. */
  async function begin(world: EngineWorld, nodes: TestNode[], count = 1): Promise<string> {
    const contacts = await makeContacts(db, world, handsets(count));
    await ask(db, world, "update contact set email = 'ann@example.com' where account_id = $1 returning 1");
    return runBatch(db, world, await makeCampaign(db, world, nodes), contacts);
  }

  async function runToEnd(world: EngineWorld, nodes: TestNode[], count = 1): Promise<void> {
    const batch = await begin(world, nodes, count);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
  }

  /** Why node 2 took its path, step by step. */
  const reasonsOf = async (world: EngineWorld): Promise<(string | null)[]> =>
    (
      await ask<{ because: string | null }>(
        db,
        world,
        "select because from step where account_id = $1 and node = 2 order by revision",
      )
    ).map(({ because }) => because);

  return { begin, runToEnd, reasonsOf };
}
