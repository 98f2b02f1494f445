import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, type Sample, samples } from "../../test/samples.ts";
import { testServer } from "../../test/server.ts";
import { makeWorld, type Owned } from "../../test/world.ts";
import { namedRoutes } from "./handle.ts";

const db = await freshDatabase();
const server = await testServer(db);
let own: Owned;
beforeAll(async () => {
  own = await makeWorld(server, "Junk");
});

const junk: unknown[] = [
  null,
  "",
  "x".repeat(20_000),
  "\u0000",
  "\ud800",
  "'; drop table contact; --",
  "%_\\",
  -1,
  1.5,
  1e308,
  9_007_199_254_740_992,
  true,
  [],
  [null],
  {},
  { constructor: {} },
];
/** Values that fit in a URL. The empty text is another URL and half a character has no encoding. */
const texts = junk.filter(
  (value): value is string => typeof value === "string" && value !== "" && value.isWellFormed(),
);

const shortTexts = texts.filter((one) => one.length < 400);

let parts = 0;
/** Each part of a request gets one piece, the next part the piece after it. `fuzz.prove.ts` tries all pieces in all parts. */
const inTurn = <Piece>(pieces: readonly Piece[]): Piece => pieces[parts++ % pieces.length] as Piece;

/** A valid request with one part replaced by a piece of junk. */
function* spoilt(sample: Sample): Generator<Sample> {
  // The account prefix of a path is an id. With anything else the path is a page.
  for (const name of Object.keys(sample.params ?? {}).filter((one) => one !== "acct"))
    yield { ...sample, params: { ...sample.params, [name]: inTurn(shortTexts) } };
  for (const name of ["limit", "cursor", "search", "since", "version", ...Object.keys(sample.query ?? {})])
    yield { ...sample, query: { ...sample.query, [name]: inTurn(texts) } };
  if (sample.body === undefined) return;
  for (let turn = 0; turn < 4; turn++) yield { ...sample, body: inTurn(junk) };
  for (const name of Object.keys(sample.body as object))
    yield { ...sample, body: { ...(sample.body as object), [name]: inTurn(junk) } };
}

describe.each(namedRoutes().map(([name, route]) => ({ name: name as RouteName, route })))(
  "$name",
  ({ name, route }) => {
    it("answers junk with a reason and never with an internal error", async () => {
      const as = route.caller === "user" ? { cookie: own.cookie } : { key: own.key };
      for (const sample of spoilt(samples[name](own.world))) {
        const [method, url, sent] = requestOf(route, sample);
        const { status, body } = await server.call(method, url, { ...sent, as: route.caller === "anyone" ? {} : as });
        const said = `${method} ${url.slice(0, 200)} ${JSON.stringify(sent.body)?.slice(0, 300)} → ${JSON.stringify(body).slice(0, 300)}`;
        expect(status, said).toBeLessThan(500);
        if (status >= 400) expect(body.error?.[0]?.message, said).toBeTruthy();
      }
    });
  },
);
