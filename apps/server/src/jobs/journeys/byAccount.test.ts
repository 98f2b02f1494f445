import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { findClaimDialect } from "../../store/claimDialect.ts";

it("a server without Citus claims over many accounts at once; the tests beside this one do not", async () => {
  const db = await freshDatabase();
  expect([await db.owner(findClaimDialect), db.claims]).toEqual(["together", "byAccount"]);
});
