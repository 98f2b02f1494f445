import { findLiveRoute } from "../src/store/routing/inboundRoute.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { testServer } from "./server.ts";

/** An account that draws inbound workflows by requests. */
export async function routeWorld() {
  const db = await freshDatabase();
  const server = await testServer(db);
  const { account, key } = await server.account();
  /** The first entry of an answer or its first error, with the status. */
  const send = async (method: string, url: string, body?: object, as = key) => {
    const { status, body: answer } = await server.call(method, url, { as: { key: as }, ...(body ? { body } : {}) });
    const first: Record<string, unknown> = { ...answer.payload[0], ...answer.error[0] };
    return { payload: answer.payload, ...first, status } as Record<string, unknown> & {
      payload: typeof answer.payload;
    };
  };
  /** Gets this many numbers from the simulated carrier. */
  const getNumbers = async (count: number): Promise<string[]> => {
    const { payload: available } = await send("GET", "/v4/number/available");
    return Promise.all(
      available
        .slice(0, count)
        .map(async ({ phone }) => String((await send("POST", "/v4/number/", { phone }))["phone"])),
    );
  };
  const make = (routeTag: string) => send("POST", "/v4/route/tag/", { routeTag });
  const live = async (phone: string) => db.tx([account], (q) => findLiveRoute(q, account, phone));
  const save = (method: string, routeTag: string, workflow: string, more: object = {}) =>
    send(method, "/v4/workflow", { routeTag, accountSid: account, workflow, ...more });
  return { db, server, account, key, send, getNumbers, make, live, save };
}
