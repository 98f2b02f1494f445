import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { tenDlcChangeSample } from "../../../test/tenDlcSample.ts";
import { brandSample, destinationBody, ivrBody, makeWorld, type World } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const masked = "••••••••";

interface Changed {
  action: string;
  /** Method, URL and the change to the created object. */
  put: (w: World) => [string, string, unknown];
  /** The expected entry: each changed value before and after. */
  tells: { from: object; to: object; [about: string]: unknown };
}

const smsc = { name: "Ann SMSC", host: "127.0.0.1", port: 9, tls: false, systemId: "us" };
const changes: Changed[] = [
  {
    action: "campaign.update",
    put: (w) => [
      "PUT",
      `/v4/campaign/${w.campaign}`,
      { campaignName: "Renamed", numberSet: w.tenDlcSet, frequencyDays: 7 },
    ],
    tells: {
      name: "Renamed",
      from: { campaignName: "Ann workflow", numberSet: "Ann set", frequencyDays: -1, version: 1 },
      to: { campaignName: "Renamed", numberSet: "Ann registered", frequencyDays: 7, version: 2 },
    },
  },
  {
    action: "numberSet.update",
    put: (w) => ["PUT", `/v4/numberset/${w.numberSet}/`, { name: "Ann set", phoneNumbers: [] }],
    tells: { named: "Ann set", from: { phoneNumbers: [expect.stringMatching(/^\+1/)] }, to: { phoneNumbers: [] } },
  },
  {
    action: "template.update",
    put: (w) => [
      "PUT",
      `/v4/smstemplate/${w.template}`,
      { templateTitle: "Ann template", templateText: "Good day ${firstName}", templateMediaUrl: null },
    ],
    tells: {
      title: "Ann template",
      from: { templateText: "Hello ${firstName}" },
      to: { templateText: "Good day ${firstName}" },
    },
  },
  {
    action: "webhook.update",
    put: (w) => ["PUT", `/v4/callback/configuration/${w.webhook}/`, { url: "https://a.example", enabled: false }],
    tells: {
      named: "Ann webhook",
      from: { url: "", enabled: true },
      to: { url: "https://a.example", enabled: false },
    },
  },
  {
    action: "connection.update",
    put: (w) => [
      "PUT",
      `/v4/callback/authentication/${w.connection}/`,
      { description: "Of the shop", authHeaders: { Authorization: "Bearer hidden" }, signingSecret: "hidden as well" },
    ],
    tells: {
      named: "Ann connection",
      from: { description: "", signingSecret: null, "auth header Authorization": null },
      to: {
        description: "Of the shop",
        signingSecret: `${masked} (new)`,
        "auth header Authorization": `${masked} (new)`,
      },
    },
  },
  {
    action: "external.save",
    put: () => [
      "POST",
      "/v3/accounts/external/config",
      { provider: "sendgrid", key: "api_key", encryptedValue: "hidden" },
    ],
    tells: { from: { api_key: masked }, to: { api_key: `${masked} (new)` } },
  },
  {
    action: "carrier.update",
    put: (w) => ["PUT", `/v4/carrier/${w.carrier}/`, { ...smsc, port: 2775, windowSize: 20, password: "hidden" }],
    tells: {
      named: "Ann SMSC",
      from: { port: 9, windowSize: 10, password: masked },
      to: { port: 2775, windowSize: 20, password: `${masked} (new)` },
    },
  },
  {
    action: "agentQueue.update",
    put: (w) => ["PUT", `/v4/agentqueue/${w.queue}/`, { open: false }],
    tells: { named: "Ann queue", released: 0, from: { open: true }, to: { open: false } },
  },
  {
    action: "disposition.update",
    put: (w) => ["PUT", "/v4/disposition", { key: w.disposition, description: "Theirs", workGroups: ["Ann group"] }],
    tells: {
      from: { description: "Ours", workGroups: [] },
      to: { description: "Theirs", workGroups: ["Ann group"] },
    },
  },
  {
    action: "liveList.update",
    put: (w) => ["PUT", `/v4/livelist/${w.liveList}`, { listName: w.liveList, clientIds: [] }],
    tells: { from: { users: ["Test User"] }, to: { users: [] } },
  },
  {
    action: "workGroup.update",
    put: (w) => [
      "PUT",
      `/v4/workgroup/${w.workGroup}/`,
      { name: "Ann group", members: [{ userId: w.user, weight: 5 }] },
    ],
    tells: { named: "Ann group", from: { members: ["Test User (3)"] }, to: { members: ["Test User (5)"] } },
  },
  {
    action: "number.update",
    put: (w) => ["PUT", `/v4/number/${encodeURIComponent(w.number)}/`, { label: "Front door" }],
    tells: { from: { label: null }, to: { label: "Front door" } },
  },
  {
    action: "route.numbers",
    put: (w) => [
      "POST",
      `/v4/route/tag/${encodeURIComponent(w.routeTag)}/numbers`,
      { numbers: [], numberSetIds: [w.tenDlcSet] },
    ],
    tells: { from: { numberSets: [] }, to: { numberSets: ["Ann registered"] } },
  },
  {
    action: "destination.update",
    put: (w) => [
      "PUT",
      `/v4/route/${encodeURIComponent(w.destination)}/`,
      { ...destinationBody(w.routeTag, w.destination), description: "After hours" },
    ],
    tells: { routeTag: "ann line", from: { description: "Voicemail" }, to: { description: "After hours" } },
  },
  {
    action: "schedule.update",
    put: (w) => [
      "PUT",
      `/v4/campaign/${w.campaign}/batch/schedule/${w.schedule}`,
      {
        dayOfWeek: 62,
        timeOfDay: "09:30",
        timezoneId: -20,
        status: 1,
        createBatchRequest: { displayName: "Ann daily", statements: [] },
      },
    ],
    tells: { name: "Ann daily", from: { dayOfWeek: 127 }, to: { dayOfWeek: 62 } },
  },
  {
    action: "rcsAgent.update",
    put: (w) => ["PUT", `/v4/rcs/agent/${w.rcsAgent}/`, { name: "Annabel" }],
    tells: { from: { name: "Ann agent" }, to: { name: "Annabel" } },
  },
  {
    action: "rcsTemplate.update",
    put: (w) => ["PUT", `/v4/rcs/template/${w.rcsTemplate}/`, { content: { type: "text", text: "Good day" } }],
    tells: { from: { text: "Ann says hello" }, to: { text: "Good day" } },
  },
  {
    action: "ivr.update",
    put: (w) => [
      "PUT",
      `/v4/ivr/${encodeURIComponent(w.ivr)}`,
      {
        ...ivrBody(w.ivr),
        configurationOptions: { ...ivrBody(w.ivr).configurationOptions, maxAttemptsSay: "See you." },
      },
    ],
    tells: { from: { version: 0, maxAttemptsSay: "Goodbye." }, to: { version: 1, maxAttemptsSay: "See you." } },
  },
  {
    action: "brand.update",
    put: (w) => [
      "PUT",
      `/${w.account}/brand/${w.brand}?draft=true`,
      { ...brandSample("Ann brand"), phone: "+12025550199", brandRelationship: "KEY_ACCOUNT" },
    ],
    tells: {
      name: "Ann brand",
      draft: true,
      from: { phone: "+12025550100", brandRelationship: "BASIC_ACCOUNT" },
      to: { phone: "+12025550199", brandRelationship: "KEY_ACCOUNT" },
    },
  },
  {
    action: "tenDlcCampaign.update",
    put: (w) => [
      "PUT",
      `/${w.account}/campaign/${w.tenDlcCampaign}`,
      {
        ...tenDlcChangeSample({ brandId: w.brand, numberSetId: w.tenDlcSet }),
        sample5: "The Shop: closed on Monday. Reply STOP to cancel.",
      },
    ],
    tells: {
      brand: "Ann brand",
      usecase: "MIXED",
      resubmitted: false,
      from: { sample5: expect.stringMatching(/^The Shop: we have new opening hours/) },
      to: { sample5: "The Shop: closed on Monday. Reply STOP to cancel." },
    },
  },
  {
    action: "batch.rate",
    put: (w) => ["PUT", `/v4/campaign/${w.campaign}/batch/${w.batch}`, { periodMs: 2_000 }],
    tells: { from: { periodMs: 1_000 }, to: { periodMs: 2_000 } },
  },
];

describe("a change is logged with each value before and after and masked secrets", () => {
  it.each(changes)("$action", async ({ action, put, tells }) => {
    const answer = await call(...put(world));
    expect(answer.body.error).toEqual([]);
    const { body } = await call("GET", `/v4/audit/?action=${action}&limit=1`);
    expect(body.payload[0]?.["data"]).toEqual(tells);
    expect(JSON.stringify(body)).not.toContain("hidden");
  });

  it("lists the nodes that saving or restoring a workflow added, changed and removed", async () => {
    const path = `/v4/campaign/${world.campaign}/workflow/`;
    const changesOf = async (action: string) =>
      (await call("GET", `/v4/audit/?action=${action}&limit=1`)).body.payload[0]?.["data"];
    const read = async () => (await call("GET", path)).body.payload[0] as { workflow: string; version: number };
    const { workflow, version } = await read();
    const drawn = JSON.parse(workflow);
    const stop = drawn.nodes.find(({ type }: { type: string }) => type === "control");
    for (const node of drawn.nodes) {
      node.x += 100;
      node.children = node.children.map((id: number) => (id === stop.id ? 77 : id));
    }
    const wait = { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 2, timeoutWaitUnits: "days" };
    drawn.nodes.push({ id: 77, type: "timeDelay", x: 0, y: 0, ...wait, children: [stop.id] });
    const before = drawn.nodes.filter(({ children }: { children: number[] }) => children.includes(77));
    expect((await call("PUT", path, { workflow: JSON.stringify(drawn) })).body.error).toEqual([]);
    expect(before).toHaveLength(1);
    expect(await changesOf("workflow.save")).toEqual({
      version: version + 1,
      added: ["Time Delay 77"],
      changed: [expect.stringMatching(new RegExp(` ${before[0].id}$`))],
    });
    expect((await call("POST", `/v4/campaign/${world.campaign}/version/${version}/restore`, {})).body.error).toEqual(
      [],
    );
    expect(await changesOf("workflow.restore")).toMatchObject({ from: version, removed: ["Time Delay 77"] });
  });

  it("shortens a long text around its change", async () => {
    const [method, url] = changes.find(({ action }) => action === "webhook.update")!.put(world);
    expect((await call(method, url, { bodyTemplate: "x".repeat(50_000) })).status).toBe(200);
    const { body } = await call("GET", "/v4/audit/?action=webhook.update&limit=1");
    expect(body.payload[0]?.["data"]).toMatchObject({ to: { bodyTemplate: `${"x".repeat(1_000)}…` } });
  });
});
