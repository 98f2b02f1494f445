import { expect, it } from "vitest";
import { isOnCluster } from "../../../test/clusterDatabases.ts";
import { makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { findTextingContacts } from "./inbound.ts";

const db = await freshDatabase();

// transactions on a cluster prepare no statement by its name (decision 0114)
it.skipIf(isOnCluster())(
  "who texts is found by the phone, also where the plan is made before there are contacts (architecture, What it must reach)",
  async () => {
    const { account } = await makeWorld(db);
    const sender = { accountId: account, phone: "+13037770100", zones: [], zonesFrom: "unknown" };
    const plan = await db.tx(
      [account],
      async (q) => {
        await findTextingContacts(q, [sender]);
        return q.rows<{ "QUERY PLAN": string }>(
          `explain execute "inbound.contacts" ('{${account}}', '{${sender.phone}}')`,
        );
      },
      { byKey: true },
    );
    const lines = plan.map((row) => row["QUERY PLAN"]);
    expect(lines.filter((line) => line.includes(" on contact c")).join()).toContain("using contact_phone on contact c");
    expect(lines.join("\n")).not.toContain("hashed SubPlan");
  },
);
