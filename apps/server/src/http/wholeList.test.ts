import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, samples } from "../../test/samples.ts";
import { testServer } from "../../test/server.ts";
import { makeWorld, type Owned } from "../../test/world.ts";
import { namedRoutes } from "./handle.ts";

const server = await testServer(await freshDatabase());
let own: Owned;
beforeAll(async () => {
  own = await makeWorld(server, "Paged");
});

const lists = namedRoutes()
  .filter(([, { pagedBy }]) => pagedBy !== undefined)
  .map(([name, route]) => ({ name: name as RouteName, route }));

describe("a list that is whole unless a page of it is asked for", () => {
  it.each(lists)("$name has the same items page by page", async ({ name, route }) => {
    const as = route.caller === "user" ? { cookie: own.cookie } : { key: own.key };
    const [method, url, sent] = requestOf(route, samples[name](own.world));
    const get = (query: string) =>
      server.call(method, `${url}${url.includes("?") ? "&" : "?"}${query}`, { ...sent, as });
    const whole = await server.call(method, url, { ...sent, as });
    expect(whole.status).toBe(200);
    expect(whole.body.next).toBeUndefined();
    const paged: unknown[] = [];
    for (let cursor: string | null | undefined = ""; typeof cursor === "string"; ) {
      const { status, body } = await get(`limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`);
      expect(status).toBe(200);
      expect(body.payload.length).toBeLessThanOrEqual(1);
      paged.push(...body.payload);
      cursor = body.next;
    }
    expect(paged).toEqual(whole.body.payload);
    expect(await get("limit=0")).toMatchObject({ status: 400, body: { error: [{ where: "query.limit" }] } });
    expect(await get("cursor=nowhere")).toMatchObject({ status: 400, body: { error: [{ where: "query.cursor" }] } });
  });
});
