import { expect, it } from "vitest";
import { handsets, makeCampaign, makeContacts, makeWorld, oneText } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { newId } from "../newId.ts";
import { readAudiencePart } from "./dryRunAudience.ts";

const db = await freshDatabase();

it("a part of a scan is read from its first to its last contact by the index, also under row security", async () => {
  const world = await makeWorld(db);
  const contacts = (await makeContacts(db, world, handsets(6))).sort();
  const { campaignId } = await makeCampaign(db, world, oneText(world.template));
  const audience = { dryRunId: newId(), campaignId, selection: { statements: [] }, filters: {}, frequencyDays: -1 };
  const { part, plan } = await db.tx(
    [world.account],
    async (q) => {
      const asked: [string, readonly unknown[]][] = [];
      const noted: typeof q = {
        ...q,
        one(statement, values = []) {
          asked.push([String(statement), values]);
          return q.one(statement, values);
        },
      };
      const part = await readAudiencePart(noted, world.account, audience, contacts[0] ?? "", { scanned: 2, listed: 1 });
      const [text, values] = asked.at(-1) ?? ["", []];
      const lines = await q.rows<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      return { part, plan: lines.map((line) => line["QUERY PLAN"]) };
    },
    { byKey: true },
  );
  expect([part.enrolled, part.upTo]).toEqual([2, contacts[2]]);
  const [condition = ""] = plan.filter((line) => line.includes("Index Cond:"));
  expect(condition).toMatch(/contact_id > .*contact_id <= /);
});
