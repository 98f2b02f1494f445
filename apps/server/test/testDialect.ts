import type { DatabaseOptions } from "../src/store/database.ts";

/** The tests of vitest's project `byAccount` run as on a server whose tables are distributed, and so do all on a cluster. */
export const testDialect = (): DatabaseOptions =>
  process.env["TRUNKLINE_CLAIM"] === "byAccount" ? { claims: "byAccount" } : {};
