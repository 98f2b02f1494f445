import { pino } from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../src/config/config.ts";
import { namedRoutes } from "../src/http/handle.ts";
import { buildServer } from "../src/program/server.ts";
import { openDatabase } from "../src/store/database.ts";

// Endpoints are registered without a database, so that `npm run check` finds a forgotten handler.

const db = openDatabase("postgres://127.0.0.1:9/none");
const { app, handled } = await buildServer({
  db,
  config: readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent" }),
  log: pino({ level: "silent" }),
  masterKey: Buffer.alloc(32),
  pagesFolder: "/nonexistent",
});
afterAll(async () => {
  await app.close();
  await db.close();
});

describe("every endpoint of the contract (architecture, HTTP)", () => {
  it("has a handler", () => {
    const missing = namedRoutes().filter(([, route]) => !handled.has(route));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it("is described in /openapi.json with its caller and privilege", async () => {
    const answer = (await app.inject("/openapi.json")).json();
    const described = Object.values(answer.paths as Record<string, Record<string, Record<string, unknown>>>)
      .flatMap((path) => Object.values(path))
      .map((operation) => [operation["operationId"], operation["x-caller"], operation["x-privilege"]]);
    const expected = namedRoutes().map(([name, route]) => [name.replace(".", "_"), route.caller, route.privilege]);
    expect(described.sort()).toEqual(expected.sort());
  });
});
