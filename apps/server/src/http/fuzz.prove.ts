import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { requestOf } from "../../test/requestOf.ts";
import { type RouteName, type Sample, samples } from "../../test/samples.ts";
import { testServer } from "../../test/server.ts";
import { makeWorld, type Owned } from "../../test/world.ts";
import { namedRoutes } from "./handle.ts";

// Sends hostile values in every parameter and body field of every OpenAPI operation. No answer may be an internal error.

const db = await freshDatabase();
const server = await testServer(db);
let own: Owned;
beforeAll(async () => {
  own = await makeWorld(server, "Hostile");
});

const hostileTexts = [
  ...["abc", "0", "-1", "1e3", "NaN", "2147483648", "9007199254740991", "9223372036854775808", "1e308", "0x10", "1.5"],
  ...[
    "00000000-0000-0000-0000-000000000000",
    "0198c0de-0000-7000-8000-00000000ffff",
    "0198c0de00007000800000000000ffff",
  ],
  ...["constructor", "__proto__", "toString", "hasOwnProperty", "prototype", "valueOf"],
  ...[
    "9999-99-99",
    "0000-00-00",
    "2026-02-30",
    "+275760-09-13T00:00:00Z",
    "2026-02-30T25:61:61Z",
    "24:61",
    "-271821-04-20T00:00:00Z",
  ],
  ...[
    '${constructor!"EMPTY"}',
    '${.now?string("yyyy")}',
    "${(((",
    "${1/0}",
    "<#list 1..1000000 as a>a</#list>",
    "$[?(@.a==1)]",
    "$..[",
  ],
  ...["'; drop table contact; --", "%_\\", "\\x00", "{}", "[]", "[null]", '{"a":', "null", "true"],
  ...[
    "a\r\nb",
    "\u202eabc",
    "\ud83d\ude00".repeat(300),
    "(a+)+$",
    "http://[::1",
    "http://0x7f.1/",
    "file:///etc/passwd",
    "//",
    "..",
  ],
];
const hostileValues: unknown[] = [
  ...hostileTexts,
  ...["", " ", "\u0000", "\ud800", "x".repeat(70_000)],
  ...[0, -1, 1.5, 2_147_483_648, -2_147_483_649, 9_007_199_254_740_991, 1e308, -0],
  ...[
    null,
    true,
    false,
    [],
    {},
    [null],
    [[]],
    [{}],
    { a: 1 },
    { constructor: { prototype: {} } },
    { toString: "a" },
    { "": "" },
  ],
  ...[Array.from({ length: 3_000 }, (_, index) => index), nested(150)],
];

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

interface Described {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
}

/** An operation of the OpenAPI document. */
async function describedOf(name: string): Promise<Described> {
  const document = (await server.api.app.inject("/openapi.json")).json() as {
    paths: Record<string, Record<string, Described>>;
  };
  const found = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === name.replace(".", "_"));
  if (found === undefined) throw new Error(`${name} is not in the OpenAPI document`);
  return found;
}

/** Copies of a value with one field, at most three levels deep, replaced by each hostile value. */
function* spoiltValues(value: unknown, levels: number): Generator<unknown> {
  yield* hostileValues;
  if (levels === 0 || typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value).slice(0, 40))
    for (const spoilt of spoiltValues(inner, levels - 1)) {
      const copy: Record<string, unknown> = isList ? ([...value] as never) : { ...value };
      Object.defineProperty(copy, key, { value: spoilt, enumerable: true, writable: true, configurable: true });
      yield copy;
    }
}

function* spoiltSamples(sample: Sample, described: Described): Generator<Sample> {
  for (const { name, in: place } of described.parameters) {
    if (place === "path" && name !== "acct")
      for (const text of hostileTexts.filter((one) => one.length < 400 && one !== ".."))
        yield { ...sample, params: { ...sample.params, [name]: text } };
  }
  const queried = described.parameters.filter((one) => one.in === "query").map(({ name }) => name);
  for (const name of new Set([...queried, "limit", "cursor", "search", "since", "version"]))
    for (const text of [...hostileTexts, "", " ", "\u0000", "x".repeat(20_000)])
      yield { ...sample, query: { ...sample.query, [name]: text } };
  const properties = described.requestBody?.content["application/json"]?.schema.properties ?? {};
  const body = (sample.body ?? {}) as Record<string, unknown>;
  for (const name of Object.keys(properties).filter((one) => !(one in body)))
    for (const value of hostileValues) yield { ...sample, body: { ...body, [name]: value } };
  if (sample.body !== undefined) for (const value of spoiltValues(body, 3)) yield { ...sample, body: value };
}

/** What these calls answer while the company that they ask is away, which is no internal error. */
const awayCodes: [part: string, codes: string[]][] = [
  ["/businessprofiles/", ["registry_unreachable"]],
  ["/ai/", ["model_failed", "model_unusable"]],
];

describe.each(namedRoutes().map(([name, route]) => ({ name: name as RouteName, route })))(
  "$name",
  ({ name, route }) => {
    it("answers hostile values with a reason and never with an internal error", async () => {
      const described = await describedOf(name);
      const as = route.caller === "anyone" ? {} : route.caller === "user" ? { cookie: own.cookie } : { key: own.key };
      const failures = new Set<string>();
      for (const sample of spoiltSamples(samples[name](own.world), described)) {
        const [method, url, sent] = requestOf(route, sample);
        const { status, body } = await server.call(method, url, { ...sent, as });
        const [, away = []] = awayCodes.find(([part]) => url.includes(part)) ?? [];
        const isOurs = status >= 500 && !away.includes(body.error[0]?.code ?? "");
        if (isOurs || (status >= 400 && !body.error?.[0]?.message))
          failures.add(`${status} ${method} ${url.slice(0, 200)} ${JSON.stringify(sent.body)?.slice(0, 400)}`);
      }
      expect([...failures].slice(0, 20)).toEqual([]);
    });
  },
);
