import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { plainDatabase } from "../../../test/plainDatabase.ts";
import { checkCluster } from "./checkCluster.ts";
import { distribute } from "./distribute.ts";
import { migrateCluster } from "./migrateCluster.ts";

it("is refused without the extension, and changes nothing", async () => {
  const db = await plainDatabase();
  await expect(distribute(db, { shards: 4, say: () => {} })).rejects.toThrow(
    /^The database has no Citus extension\. Install Citus on every server/,
  );
  const found = await db.owner((q) => q.one("select to_regclass('trunkline_distribution')::text found"));
  expect(found).toEqual({ found: null });
});

it("is called one server by `trunkline doctor`", async () => {
  expect(await checkCluster((await plainDatabase()).url)).toBe("one server");
});

it("must end before processes start", async () => {
  const db = await freshDatabase();
  await db.owner((q) => q.run("create table trunkline_distribution ()"));
  await expect(migrateCluster(db)).rejects.toThrow(/has not ended on this database\. Run it again/);
});
