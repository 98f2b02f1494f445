import { expect } from "vitest";
import { freshDatabase } from "./freshDatabase.ts";
import { testServer } from "./server.ts";
import { makeWorld } from "./world.ts";

export const dayMs = 86_400_000;
/** ISO 8601, in whole seconds. */
export const inDays = (days: number): string =>
  new Date(Math.round(Date.now() / 1000) * 1000 + days * dayMs).toISOString();

/** What a scheduled run sends. */
export const request = { displayName: "Run", statements: [] };
/** The body of a run that is scheduled once. */
export const once = (more = {}) => ({
  nextScheduled: inDays(2),
  timezoneId: -20,
  createBatchRequest: request,
  ...more,
});
/** The body of a run that recurs every day. */
export const daily = (more = {}) => ({
  dayOfWeek: 127,
  timeOfDay: "09:30",
  timezoneId: -20,
  createBatchRequest: request,
  ...more,
});

/** An account with a workflow that can be scheduled at `url`. */
export async function scheduleWorld() {
  const db = await freshDatabase();
  const server = await testServer(db);
  const { world, key } = await makeWorld(server, "Ann");
  await server.call("PUT", "/v4/account/", { as: { key }, body: { customFields: ["age", "interested"] } });
  const url = `/v4/campaign/${world.campaign}/batch/schedule`;
  const call = (method: string, address: string, body?: unknown) => server.call(method, address, { as: { key }, body });
  /** The first entry of an answer without errors. */
  const first = async (method: string, address: string, body?: unknown) => {
    const answer = await call(method, address, body);
    expect([answer.status, answer.body.error]).toEqual([200, []]);
    return answer.body.payload[0] as Record<string, unknown> & { createBatchRequest: Record<string, unknown> };
  };
  return { db, server, world, key, url, call, first };
}
