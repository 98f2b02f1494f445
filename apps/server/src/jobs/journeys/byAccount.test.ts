import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { findClaimDialect } from "../../store/claimDialect.ts";

it("a server without Citus claims over many accounts at once, unlike the other tests here", async () => {
  const db = await freshDatabase();
  expect([await db.owner(findClaimDialect), db.claims]).toEqual(["together", "byAccount"]);
});
