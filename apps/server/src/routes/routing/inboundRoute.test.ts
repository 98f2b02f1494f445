import { mostRouteTests } from "@trunkline/workflow/inbound/askRoute.ts";
import type { SavedInbound } from "@trunkline/workflow/inbound/saved.ts";
import { describe, expect, it } from "vitest";
import destinations from "../../../../../packages/workflow/fixtures/wire/inbound.all.destinations.json" with {
  type: "json",
};
import drawing from "../../../../../packages/workflow/fixtures/wire/inbound.all.json" with { type: "json" };
import { drawnVoicemails as drawn } from "../../../test/drawnVoicemails.ts";
import { routeWorld } from "../../../test/routeWorld.ts";
import { destinationBody, routeTestBody } from "../../../test/world.ts";

const { server, account, key, send, getNumbers, make, live, save } = await routeWorld();
const [a = "", b = "", c = ""] = await getNumbers(3);
const set = String((await send("POST", "/v4/numberset/", { name: "Desk", phoneNumbers: [b] }))["numberSetId"]);
const assign = (tag: string, body: object) => send("POST", `/v4/route/tag/${tag}/numbers`, body);

describe("route tags (spec 1 §3.2, §5.1, §7, §9)", () => {
  it("are unique titles in lower case, listed newest first", async () => {
    expect(await make("Front Desk")).toMatchObject({ status: 200, routeTag: "front desk", numbers: [], ivr: false });
    expect(await make("FRONT desk ")).toMatchObject({
      status: 409,
      message: "Route Tag already exists. Please use a different name.",
    });
    await make("second");
    expect((await send("GET", "/v4/route/tag/")).payload.map(({ routeTag }) => routeTag)).toEqual([
      "second",
      "front desk",
    ]);
    expect(await send("GET", "/v4/route/tag/FRONT%20DESK")).toMatchObject({ workflowUIVersion: 0 });
  });

  it.each([
    ["", "Title is required"],
    ["Tag", '"tag" is a reserved word. Choose another title'],
    ["terminal", '"terminal" is a reserved word. Choose another title'],
    ["a/b", "Title must begin with a letter or digit and contain only letters, digits, spaces and - _ . & '"],
    ["a\\b", "Title must begin with a letter or digit and contain only letters, digits, spaces and - _ . & '"],
    ["x".repeat(73), "Title must have at most 72 characters"],
    ["01980000-0000-7000-8000-0000000000c1", "Title must not look like an id"],
  ])("%j is refused: %s", async (routeTag, message) => {
    expect(await make(routeTag)).toMatchObject({ status: 400, message });
  });
});

describe("numbers of routes (readings, Inbound designer: a route tag per number)", () => {
  it("a route answers numbers and sets, and each number shows its route", async () => {
    expect(await assign("front%20desk", { numbers: [a], numberSetIds: [set] })).toMatchObject({
      numbers: [a],
      numberRouteTags: [{ numberSetId: set, name: "Desk" }],
    });
    const shown = new Map((await send("GET", "/v4/number/")).payload.map((row) => [row["phone"], row["route"]]));
    expect(shown.get(a)).toEqual({ routeTag: "front desk", numberSet: null, ivr: false });
    expect(shown.get(b)).toEqual({ routeTag: "front desk", numberSet: "Desk", ivr: false });
    expect(shown.get(c)).toBeNull();
    expect(await send("GET", `/v4/numberset/${set}/`)).toMatchObject({ routeTag: "front desk" });
  });

  it.each<[string, () => Promise<object>, string]>([
    ["a number", () => assign("second", { numbers: [a] }), `${a} is answered by "front desk". Remove it there first`],
    [
      "a number of a set",
      () => assign("second", { numbers: [b] }),
      `${b} is answered by "front desk" through the number set "Desk". Remove it there first`,
    ],
    [
      "a set",
      () => assign("second", { numberSetIds: [set] }),
      'The number set "Desk" is answered by "front desk". Remove it there first',
    ],
    ["the set itself", () => send("DELETE", `/v4/numberset/${set}/`), 'is answered by "front desk"'],
    ["reassigning it", () => send("DELETE", `/v4/number/${a}/`), `${a} is answered by "front desk"`],
  ])("%s of another route answers 409 with that route", async (_what, act, message) => {
    expect(await act()).toMatchObject({ status: 409, message: expect.stringContaining(message) });
  });

  it("a set of a route accepts no number of another route", async () => {
    await assign("second", { numbers: [c] });
    expect(await send("PUT", `/v4/numberset/${set}/`, { name: "Desk", phoneNumbers: [b, c] })).toMatchObject({
      status: 409,
      message: `${c} is answered by "second". Remove it there first`,
    });
    expect(await assign("second", { numbers: ["+12025550111"] })).toMatchObject({
      status: 400,
      message: "+12025550111 is not one of your numbers",
    });
  });
});

describe("route destinations (spec 1 §3.3, §7)", () => {
  it("every wire destination is accepted only by its own endpoint and read back unchanged", async () => {
    await make("support");
    for (const { terminal, destination } of destinations) {
      const [right, wrong] = terminal ? ["/v4/route/terminal/", "/v4/route/"] : ["/v4/route/", "/v4/route/terminal/"];
      expect(await send("POST", wrong, destination)).toMatchObject({ status: 400, where: "body.destType" });
      expect((await send("POST", right, destination)).payload).toEqual([destination]);
    }
    const { payload } = await send("GET", "/v4/route/support/");
    expect(payload).toHaveLength(destinations.length);
    for (const { destination } of destinations) expect(payload).toContainEqual(destination);
    const priorities = payload.map(({ priority }) => priority);
    expect(priorities).toEqual([...priorities].sort((x, y) => Number(x) - Number(y)));
    // The drawing is deleted with them.
    expect(await save("POST", "support", JSON.stringify(drawing))).toMatchObject({ workflowUIVersion: 1 });
    const kept = await send("GET", `/v4/workflow/${account}/support`);
    expect(JSON.parse(String(kept["workflow"]))).toEqual(drawing);
  });

  it("changed destinations are inactive until the drawing is saved (§4.4)", async () => {
    await make("half");
    await assign("half", { numbers: [c] }).then(() => assign("second", {}));
    expect(await assign("half", { numbers: [c] })).toMatchObject({ status: 200 });
    const { text, destinations } = drawn([1]);
    await send("POST", "/v4/route/", destinations[0]);
    expect((await live(c))?.destinations).toMatchObject([{ name: "dest_half_01", priority: 1 }]);
    expect(await save("PUT", "half", text)).toMatchObject({ status: 409, code: "never_saved" });
    await save("POST", "half", text);
    const two = drawn([7, 3]);
    await send("PUT", "/v4/route/dest_half_01/", two.destinations[0]);
    await send("POST", "/v4/route/", two.destinations[1]);
    expect(await live(c)).toMatchObject({ timezone: -24, destinations: [{ name: "dest_half_01", priority: 1 }] });
    expect(await save("POST", "half", two.text)).toMatchObject({ status: 409, code: "already_saved" });
    // A first save with a lost answer: later changes must be reviewed.
    expect(await save("POST", "half", two.text, { basedOn: 0 })).toMatchObject({ status: 409, code: "newer_version" });
    expect(await save("PUT", "half", text.replaceAll("dest_half_01", "dest_half_09"))).toMatchObject({
      status: 400,
      code: "no_destination",
    });
    expect(await save("PUT", "half", two.text, { basedOn: 4 })).toMatchObject({ status: 409, code: "newer_version" });
    await save("PUT", "half", two.text, { basedOn: 1 });
    expect((await live(c))?.destinations.map(({ priority }) => priority)).toEqual([3, 7]);
    await save("PUT", "half", drawn([7, 3], ["dest_half_01"]).text);
    expect((await live(c))?.destinations.map(({ name }) => name)).toEqual(["dest_half_02"]);
  });

  it("a drawing that differs from its stored destinations is refused with each difference and a fix (§4.4)", async () => {
    await send("PUT", "/v4/route/dest_half_02/", { ...drawn([7, 3]).destinations[1], priority: 4 });
    const refused = await server.call("PUT", "/v4/workflow", {
      as: { key },
      body: { routeTag: "half", accountSid: account, workflow: drawn([7, 3]).text },
    });
    expect(refused.body.error).toEqual([
      {
        code: "no_destination",
        message:
          'Voicemail (voicemail-1) has the destination "dest_half_01", which does not exist. Create it with POST /v4/route/ first',
        where: "body.workflow",
      },
      {
        code: "destination_differs",
        message:
          'Voicemail (voicemail-2) differs from its stored destination "dest_half_02": priority is 4, drawn 3. Update it with PUT /v4/route/dest_half_02/ first',
        where: "body.workflow",
      },
    ]);
    expect((await live(c))?.destinations).toMatchObject([{ name: "dest_half_02", priority: 3 }]);
  });

  it("a drawing that the designer refuses is refused with the message of §5.3 and each node (§4.4)", async () => {
    const saved = JSON.parse(drawn([3, 7]).text) as SavedInbound;
    const without = (change: Partial<SavedInbound>) => JSON.stringify({ ...saved, ...change });
    const refusal = async (workflow: string) => {
      const body = { routeTag: "half", accountSid: account, workflow };
      const { status, body: answer } = await server.call("PUT", "/v4/workflow", { as: { key }, body });
      return [status, ...answer.error.map(({ code, message }) => `${code}: ${message}`)];
    };
    const orphaned = without({ edges: saved.edges.filter(({ target }) => target !== "voicemail-2") });
    expect(await refusal(orphaned)).toEqual([
      400,
      "orphan_nodes: Orphan nodes are present. Please attach or remove them before saving.",
      "orphan_nodes: Voicemail (voicemail-2) is not connected",
    ]);
    expect(await refusal(drawn([0]).text)).toEqual([
      400,
      "node_errors: Some nodes have errors. Please fix them before saving.",
      "node_errors: Voicemail (voicemail-1): Priority is less than minimum of 1.",
    ]);
    expect(await refusal(drawn([3, 7]).text.replaceAll("voicemail-2.wav", "voicemail-1.wav"))).toEqual([
      400,
      "duplicate_destinations: Some paths have duplicate destinations. Please remove or change them before saving.",
      "duplicate_destinations: Voicemail (voicemail-1) has the same destination as another path of its channel",
      "duplicate_destinations: Voicemail (voicemail-2) has the same destination as another path of its channel",
    ]);
    expect((await live(c))?.destinations).toMatchObject([{ name: "dest_half_02", priority: 3 }]);
  });

  const ruled = (rule: object) => ({
    name: "rule",
    and: [],
    or: [{ variable: "from", type: "session", operation: "EQUALS", value: "+12025550143", ...rule }],
  });
  it.each([
    [{ routeTag: "unknown" }, 404, "Route tag not found"],
    [{ routeTag: "" }, 404, "Route tag not found"],
    [{ srcType: "fax" }, 400, "srcType must be one of call, sms, rcs"],
    [{ distributionType: 5 }, 400, "distributionType must be 1, 2, 3, 4, 7 or 9"],
    [{ options: { timezone: 5000 } }, 400, "This time zone does not exist. GET /v4/timezone/ lists all time zones."],
    [{ options: { timezone: 0, recordMaxLengthSec: 121 } }, 400, "Total Length is greater than maximum of 120."],
    [{ options: { timezone: 0, recordTimeoutSec: 4 } }, 400, "Timeout is less than minimum of 5."],
    [{ name: "dest_half_02" }, 409, 'A route destination named "dest_half_02" already exists'],
    [{ ruleDTO: ruled({ operation: "LIKES" }) }, 400, 'The operation "LIKES" does not exist'],
    [
      { ruleDTO: ruled({ operation: "DN_REGEX", value: "(" }) },
      400,
      "This regular expression is not valid or not supported",
    ],
    [
      { ruleDTO: ruled({ type: "time", operation: "LESS_THAN", value: "noon" }) },
      400,
      "A time rule must have a time of day, such as 17:30:00",
    ],
  ])("%j is refused with %i", async (change, status, message) => {
    const body = { ...destinationBody("half", "dest_half_9"), ...change };
    expect(await send("POST", "/v4/route/", body)).toMatchObject({ status, message });
  });

  it("too many rules in a path are refused with the limit", async () => {
    const ruleDTO = { ...ruled({}), or: Array(101).fill(ruled({}).or[0]) };
    const body = { ...destinationBody("half", "dest_half_9"), ruleDTO };
    const message = "ruleDTO.or must have at most 100 entries";
    expect(await send("POST", "/v4/route/", body)).toMatchObject({ status: 400, message });
  });

  it.each<[Record<string, unknown>, string, string]>([
    [
      { destType: "groupcall", dest: "+12025550101", distributionType: 3 },
      "Distribution must not be 3.",
      "distributionType",
    ],
    [{ destType: "groupcall", dest: "+12025550101,abc" }, "abc must be a valid E.164 phone number.", "dest"],
    [
      { destType: "workgroup", dest: "Sales", options: { delayNextCall: 31 } },
      "Delay is greater than maximum of 30.",
      "options.delayNextCall",
    ],
    [
      { destType: "workgroup", dest: "Sales", options: { tryCallTimeout: 4 } },
      "Answer Time is less than minimum of 5.",
      "options.tryCallTimeout",
    ],
    [
      { destType: "workgroup", dest: "Sales", distributionType: 9, options: { maxDials: 0 } },
      "Max Dials is less than minimum of 1.",
      "options.maxDials",
    ],
    [
      { destType: "call-relay", dest: "abc" },
      "Must be a valid E.164 (an international number with example) phone number or SIP address.",
      "dest",
    ],
    [{ destType: "sms", srcType: "sms", dest: "abc" }, "Must be a valid E.164 phone number", "dest"],
  ])("spec 1 §5.2: %j is refused with the message of its form", async ({ options, ...change }, message, place) => {
    const base = destinationBody("half", "dest_half_9");
    const body = { ...base, ...change, options: { timezone: 0, ...(options as object) } };
    expect(await send("POST", "/v4/route/terminal/", body)).toMatchObject({
      status: 400,
      message,
      where: `body.${place}`,
    });
  });
});

describe("route tests (spec 1 §4.4)", () => {
  it("are saved, listed and deleted, and a missing one answers 15008", async () => {
    const made = await send("POST", "/v4/route/test/half/", { ...routeTestBody, expected: "voicemail-1" });
    expect((await send("GET", "/v4/route/test/half/")).payload).toMatchObject([
      { ...routeTestBody, expected: "voicemail-1" },
    ]);
    const { testId } = made as { testId?: string };
    expect(await send("DELETE", "/v4/route/test/half/", { testId })).toMatchObject({ status: 200 });
    expect(await send("DELETE", "/v4/route/test/half/", { testId })).toMatchObject({ status: 404, code: "15008" });
    expect(await send("POST", "/v4/route/test/half/", { ...routeTestBody, at: "noon" })).toMatchObject({
      status: 400,
      message: "at must be a date and time such as 2026-11-24T18:40",
    });
  });

  it("are limited to 200 per workflow", async () => {
    await make("many tests");
    const at = "/v4/route/test/many%20tests/";
    for (let kept = 0; kept < mostRouteTests; kept += 20)
      await Promise.all(Array.from({ length: 20 }, () => send("POST", at, routeTestBody)));
    expect(await send("POST", at, routeTestBody)).toMatchObject({
      status: 409,
      message: '"many tests" has 200 tests, which is the limit. Remove one first',
    });
    await send("DELETE", "/v4/route/tag/many%20tests?forceDelete=true");
  });

  it("refuse a save that fails one and keep the old route active", async () => {
    const kept = { ...routeTestBody, srcType: "call", name: "Evening", expected: "voicemail-1" };
    await send("POST", "/v4/route/test/half/", kept);
    await send("POST", "/v4/route/test/half/", { ...routeTestBody, text: "hi" });
    const [first, second] = drawn([7, 3]).destinations;
    await send("POST", "/v4/route/", first);
    await send("PUT", "/v4/route/dest_half_02/", second);
    const refused = await server.call("PUT", "/v4/workflow", {
      as: { key },
      body: { routeTag: "half", accountSid: account, workflow: drawn([7, 3]).text },
    });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toEqual([
      {
        code: "route_test_failed",
        message: "Evening: expected Voicemail 1, goes to Voicemail 2",
        where: "body.workflow",
      },
    ]);
    expect((await live(c))?.destinations.map(({ name }) => name)).toEqual(["dest_half_02"]);
    await send("PUT", "/v4/route/dest_half_02/", { ...second, ...drawn([7, 9]).destinations[1] });
    expect(await save("PUT", "half", drawn([7, 9]).text)).toMatchObject({ status: 200 });
    expect((await live(c))?.destinations.map(({ name }) => name)).toEqual(["dest_half_01", "dest_half_02"]);
  });
});

describe("versions of a drawing", () => {
  const versions = `/v4/workflow/${account}/half/version/`;

  it("are created by every save and list the user", async () => {
    const { payload } = await send("GET", versions);
    expect(payload.map(({ version }) => version)).toEqual([4, 3, 2, 1]);
    expect(String(payload[0]?.["createdBy"])).toMatch(/^API key /);
    const [first] = (await send("GET", `/v4/workflow/${account}/half?version=1`)).payload;
    expect(first).toMatchObject({ workflow: drawn([1]).text, workflowUIVersion: 1 });
    expect(await send("GET", `/v4/workflow/${account}/half?version=9`)).toMatchObject({ status: 404 });
  });

  it("can be restored with their destinations, unless a test fails or there is a newer save", async () => {
    expect(await send("POST", `${versions}1/restore`, { basedOn: 3 })).toMatchObject({ code: "newer_version" });
    expect(await send("POST", `${versions}3/restore`, {})).toMatchObject({ status: 409, code: "route_test_failed" });
    expect((await live(c))?.destinations.map(({ priority }) => priority)).toEqual([7, 9]);
    expect(await send("POST", `${versions}1/restore`, { basedOn: 4 })).toMatchObject({ workflowUIVersion: 5 });
    expect((await live(c))?.destinations).toMatchObject([{ name: "dest_half_01", priority: 1 }]);
    // Deleted destinations are created again.
    expect(await send("POST", `${versions}2/restore`, {})).toMatchObject({ status: 409, code: "route_test_failed" });
    expect(await send("POST", `${versions}4/restore`, {})).toMatchObject({ workflowUIVersion: 6 });
    expect((await live(c))?.destinations.map(({ name, priority }) => [name, priority])).toEqual([
      ["dest_half_01", 7],
      ["dest_half_02", 9],
    ]);
  });
});
