import { expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { findClaimDialect } from "../store/claimDialect.ts";

// The engine's tests once more, with claims of one account at a time, as on Citus (architecture, One program).
process.env["TRUNKLINE_CLAIM"] = "byAccount";
await import("./batchLife.test.ts");
await import("./nodes.test.ts");
await import("./sendMessages.test.ts");

it("a server without Citus claims over many accounts at once; these tests do not", async () => {
  const db = await freshDatabase();
  expect([await db.owner(findClaimDialect), db.claims]).toEqual(["together", "byAccount"]);
});
