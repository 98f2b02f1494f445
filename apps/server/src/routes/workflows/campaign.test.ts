import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld, workflowText } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const refusal = async (method: string, url: string, body: unknown) => {
  const answer = await call(method, url, body);
  const [first] = answer.body.error;
  return [answer.status, first?.message, first?.where];
};
const rows = async (url: string) => (await call("GET", url)).body.payload.length;

describe("settings of a workflow", () => {
  const settings = { campaignName: "Zoned", numberSet: world.numberSet, timezoneProtectionType: 3 };
  const window = { timezoneProtectionStartTime: "08:00", timezoneProtectionEndTime: "18:00" };

  it("need a valid time zone and protection (spec 1 §3.1)", async () => {
    const before = await rows("/v4/campaign/");
    const body = { ...settings, ...window, timezoneProtectionTimezoneFixed: 77 };
    expect(await refusal("POST", "/v4/campaign/", body)).toEqual([
      400,
      "This default time zone does not exist. GET /v4/timezone/ lists all time zones.",
      "body.timezoneProtectionTimezoneFixed",
    ]);
    expect(await refusal("POST", "/v4/campaign/", { ...settings, timezoneProtectionType: 2 })).toEqual([
      400,
      "timezoneProtectionType must be one of 0, 1, 3",
      "body.timezoneProtectionType",
    ]);
    expect(await rows("/v4/campaign/")).toBe(before);
  });
});

describe("versions of a workflow", () => {
  const stop = (y: number) => workflowText(world.template).replace('"y":305', `"y":${y}`);
  const made = async () => {
    const { body } = await call("POST", "/v4/campaign/", { campaignName: "Versions", numberSet: world.numberSet });
    return `/v4/campaign/${body.payload[0]?.["campaignId"]}`;
  };

  it("are listed newest first with who saved them and when", async () => {
    const url = await made();
    await call("POST", `${url}/workflow/`, { workflow: stop(305) });
    await call("PUT", `${url}/workflow/`, { workflow: stop(306) });
    const { payload } = (await call("GET", `${url}/version/`)).body;
    expect(payload.map(({ version, createdBy }) => [version, createdBy])).toEqual([
      [2, "API key owner"],
      [1, "API key owner"],
    ]);
    const first = (await call("GET", `${url}/version/?limit=1`)).body;
    expect(first.next).toBe("2");
    expect((await call("GET", `${url}/version/?limit=1&cursor=2`)).body.payload[0]?.["version"]).toBe(1);
  });

  it.each(["{}", "[]", "null"])("stay as they are when %s is sent as a workflow", async (workflow) => {
    const url = await made();
    await call("POST", `${url}/workflow/`, { workflow: stop(305) });
    const before = (await call("GET", `${url}/workflow/`)).body.payload;
    expect((await call("PUT", `${url}/workflow/`, { workflow })).status).toBe(400);
    expect((await call("GET", `${url}/workflow/`)).body.payload).toEqual(before);
  });

  it("can be restored as the newest with drawing and settings", async () => {
    const url = await made();
    await call("POST", `${url}/workflow/`, { workflow: stop(305) });
    const settings = { campaignName: "Now", numberSet: world.numberSet, frequencyDays: 7 };
    await call("PUT", `${url}/`, settings);
    await call("PUT", `${url}/workflow/`, { workflow: stop(306) });
    const [restored] = (await call("POST", `${url}/version/1/restore`, { basedOn: 3 })).body.payload;
    expect(restored).toMatchObject({ version: 4, settings: { campaignName: "Now", frequencyDays: -1 } });
    expect(JSON.parse(String(restored?.["workflow"])).nodes[2].y).toBe(305);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ campaignName: "Now", frequencyDays: -1 });
    expect((await call("POST", `${url}/version/9/restore`, {})).status).toBe(404);
  });

  it("contain settings and drawing in one version, as the editor saves them (spec 2 §4.1, decision 0019)", async () => {
    const url = await made();
    await call("POST", `${url}/workflow/`, { workflow: stop(305) });
    const settings = { campaignName: "Both", numberSet: world.numberSet, frequencyDays: 7 };
    const saved = await call("PUT", `${url}/`, { ...settings, workflow: stop(306), basedOn: 1 });
    expect(saved.body.payload[0]).toMatchObject({ campaignName: "Both", workflowVersion: 2 });
    const again = await call("PUT", `${url}/workflow/`, { workflow: stop(306), basedOn: 2 });
    expect(again.body.payload[0]).toMatchObject({ version: 2 });
    const [second] = (await call("GET", `${url}/workflow/`)).body.payload;
    expect(second).toMatchObject({ version: 2, settings: { frequencyDays: 7 } });
    expect(JSON.parse(String(second?.["workflow"])).nodes[2].y).toBe(306);

    // A refused drawing does not change the settings.
    const gone = workflowText("01980000-0000-7000-8000-00000000dead");
    const [status, , where] = await refusal("PUT", `${url}/`, { ...settings, campaignName: "Half", workflow: gone });
    expect([status, where]).toEqual([400, "body.workflow node 2 smsTemplateId"]);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({ campaignName: "Both", workflowVersion: 2 });
    expect(await rows(`${url}/version/`)).toBe(2);
  });

  it("refuse a change based on an older one unless the request omits the basis", async () => {
    const url = await made();
    await call("POST", `${url}/workflow/`, { workflow: stop(305), basedOn: 0 });
    await call("PUT", `${url}/workflow/`, { workflow: stop(306), basedOn: 1 });
    const message =
      "Version 2 was saved after version 1, which this change is based on. Load it first, or set basedOn to 2 to overwrite it.";
    const late = { workflow: stop(307), basedOn: 1 };
    expect(await refusal("PUT", `${url}/workflow/`, late)).toEqual([409, message, "body.basedOn"]);
    const settings = { campaignName: "Late", numberSet: world.numberSet, basedOn: 1 };
    expect(await refusal("PUT", `${url}/`, settings)).toEqual([409, message, "body.basedOn"]);
    expect((await call("GET", `${url}/`)).body.payload[0]).toMatchObject({
      campaignName: "Versions",
      workflowVersion: 2,
    });
    expect((await call("PUT", `${url}/workflow/`, { workflow: stop(307) })).body.payload[0]?.["version"]).toBe(3);
  });
});

describe("an invalid workflow is refused with a reason and not saved", async () => {
  const foreign = await makeWorld(server, "Foreign");
  const url = `/v4/campaign/${world.campaign}/workflow/`;
  const good = workflowText(world.template);
  const changed = (change: (workflow: { nodes: Record<string, unknown>[] }) => void): string => {
    const workflow = JSON.parse(good);
    change(workflow);
    return JSON.stringify(workflow);
  };
  const withNode = (fields: object) => changed(({ nodes }) => void Object.assign(nodes[1]!, fields));

  it.for<[string, string, RegExp, string]>([
    [
      "text that is not JSON",
      `${good.slice(0, 40)}\n!`,
      /^The workflow is not valid JSON\. At line \d+/,
      "body.workflow",
    ],
    [
      "a cycle",
      changed(({ nodes }) => {
        Object.assign(nodes[0]!, { children: [] });
        nodes[2] = { ...nodes[1]!, id: 3, children: [2] };
      }),
      /^Node \d: the path forms a loop: 2 → 3 → 2/,
      "body.workflow node 2",
    ],
    [
      "an unknown node type",
      withNode({ type: "faxSend" }),
      /^Node 2: the node type "faxSend" does not exist/,
      "body.workflow node 2",
    ],
    [
      "a missing template",
      workflowText("01980000-0000-7000-8000-00000000dead"),
      /^Node 2: Template \S+ does not exist\. Choose another one$/,
      "body.workflow node 2 smsTemplateId",
    ],
    [
      "another account's template",
      workflowText(foreign.world.template),
      /^Node 2: Template \S+ does not exist\. Choose another one$/,
      "body.workflow node 2 smsTemplateId",
    ],
  ])("%s", async ([, workflow, message, where]) => {
    const before = await rows(`/v4/campaign/${world.campaign}/version/`);
    for (const method of ["POST", "PUT"]) {
      const [status, said, place] = await refusal(method, url, { workflow });
      expect([status, place]).toEqual([400, where]);
      expect(said).toMatch(message);
    }
    expect(await rows(`/v4/campaign/${world.campaign}/version/`)).toBe(before);
  });

  it.for<[string, string, () => unknown]>([
    ["template", "/v4/smstemplate/", () => ({ templateTitle: "Long", templateText: "x".repeat(5_000_000) })],
    ["workflow", url, () => ({ workflow: `${good.slice(0, -1)},"more":"${"x".repeat(40_000_000)}"}` })],
  ])("a text of megabytes as a %s", async ([, place, body]) => {
    const before = await rows("/v4/smstemplate/");
    const [status, message] = await refusal("POST", place, body());
    expect([status, typeof message]).toEqual([413, "string"]);
    expect(await rows("/v4/smstemplate/")).toBe(before);
  });

  it("another account's contacts, number set and workflow", async () => {
    const { contact, numberSet, campaign } = foreign.world;
    const before = [await rows("/v4/campaign/batch/"), await rows("/v4/campaign/")];
    const run = { displayName: "Run", contactIds: [contact] };
    expect((await refusal("POST", `/v4/campaign/${world.campaign}/batch/`, run)).slice(0, 2)).toEqual([
      400,
      "1 of the contactIds are not contacts of this account",
    ]);
    expect((await refusal("POST", `/v4/campaign/${campaign}/batch/`, run))[0]).toBe(404);
    expect((await refusal("POST", "/v4/campaign/", { campaignName: "Theirs", numberSet }))[0]).toBe(400);
    expect((await refusal("PUT", `/v4/campaign/${campaign}/workflow/`, { workflow: good }))[0]).toBe(404);
    expect([await rows("/v4/campaign/batch/"), await rows("/v4/campaign/")]).toEqual(before);
  });
});

describe("a bundle", () => {
  const bundleOf = async () => {
    const { checksum: _, ...bundle } = (await call("GET", `/v4/campaign/${world.campaign}/export`)).body.payload[0]!;
    return bundle;
  };
  const fields = async (key: string) =>
    (await server.call("GET", "/v4/account/", { as: { key } })).body.payload[0]?.["customFields"];

  it("creates missing custom fields (readings, Requests of our pages)", async () => {
    const other = await server.account("Receiver");
    const as = { key: other.key };
    await server.call("PUT", "/v4/account/", { as, body: { customFields: ["plan"] } });
    const body = { ...(await bundleOf()), customFields: ["plan", "Tier"] };
    const [made] = (await server.call("POST", "/v4/campaign/import", { as, body })).body.payload;
    const items = made?.["items"] as { kind: string; name: string; outcome: string }[];
    expect(items.filter(({ kind }) => kind === "customField")).toEqual([
      expect.objectContaining({ name: "plan", outcome: "same" }),
      expect.objectContaining({ name: "tier", outcome: "new" }),
    ]);
    expect(await fields(other.key)).toEqual(["plan", "tier"]);
  });

  it("with an invalid custom field name is refused and changes nothing", async () => {
    const before = await rows("/v4/campaign/");
    const body = { ...(await bundleOf()), customFields: ["no name"] };
    expect((await refusal("POST", "/v4/campaign/import", body))[2]).toBe("body.customFields");
    expect([await rows("/v4/campaign/"), await fields(key)]).toEqual([before, []]);
  });
});

describe("an invalid run", () => {
  const url = `/v4/campaign/${world.campaign}/batch/`;
  const run = { displayName: "Run", statements: [] as unknown[] };

  it("is refused with the invalid statement (spec 2 §3.10)", async () => {
    const before = await rows("/v4/campaign/batch/");
    const statements = [
      { variable: "state", operation: "EQUALS", value: "CA" },
      { variable: "state", operation: "REGEX", value: ".*" },
    ];
    expect(await refusal("POST", url, { ...run, statements })).toEqual([
      400,
      'Operation "REGEX" cannot be used to select contacts',
      "body.statements[1]",
    ]);
    expect(await rows("/v4/campaign/batch/")).toBe(before);
  });

  it("is refused for an empty workflow (spec 1 §4.6)", async () => {
    const { body } = await call("POST", "/v4/campaign/", { campaignName: "New", numberSet: world.numberSet });
    const campaign = `/v4/campaign/${body.payload[0]?.["campaignId"]}`;
    expect((await refusal("POST", `${campaign}/batch/`, run))[0]).toBe(409);
    const workflow = JSON.stringify({ schemaVersion: 1, startNode: -1, nodes: [] });
    expect((await call("POST", `${campaign}/workflow/`, { workflow })).status).toBe(200);
    expect(await refusal("POST", `${campaign}/batch/`, run)).toEqual([
      409,
      "This workflow is empty. Draw and save it before you run it",
      undefined,
    ]);
  });
});

describe("an imported bundle (readings, Requests of our pages)", () => {
  const spring = JSON.parse(
    readFileSync(new URL("../../../../../examples/spring-offer.json", import.meta.url), "utf8"),
  ) as { campaign: object; templates: object[] };
  const [template, ...templates] = spring.templates;

  it.for<[string, object, string, string]>([
    [
      "an invalid time",
      { ...spring, campaign: { ...spring.campaign, timezoneProtectionStartTime: "99:99" } },
      "campaign.timezoneProtectionStartTime must be a time of day such as 08:00:00",
      "body.campaign.timezoneProtectionStartTime",
    ],
    [
      "a template that is too long",
      { ...spring, templates: [{ ...template, templateText: "x".repeat(1601) }, ...templates] },
      "Template content has 1601 characters, but GSM7 texts can have at most 1600. Shorten it.",
      "body.templates.0.templateText",
    ],
    ["no workflow", { trunkline: 1, campaign: spring.campaign }, "workflow is required", "body.workflow"],
  ])("is refused by the rules of its forms and changes nothing: %s", async ([, body, message, where]) => {
    const before = [await rows("/v4/campaign/"), await rows("/v4/smstemplate/")];
    expect(await refusal("POST", "/v4/campaign/import", body)).toEqual([400, message, where]);
    expect([await rows("/v4/campaign/"), await rows("/v4/smstemplate/")]).toEqual(before);
  });
});
