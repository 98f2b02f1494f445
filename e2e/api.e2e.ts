import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { textWorkflow } from "./account.ts";
import { demoUser } from "./enter.ts";
import { patience, unique } from "./page.ts";

type Item = Record<string, unknown>;

const contactsFile = join(import.meta.dirname, "../examples/contacts.csv");
const name = unique("By key");
let key = "";

/** One call with nothing but the key; returns the HTTP code and the envelope. */
async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(inject("demo").address + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(text === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    ...(text === undefined ? {} : { body: text }),
  });
  return { code: answer.status, ...((await answer.json()) as { payload: Item[]; error: Item[]; status: boolean }) };
}

/** The first item of a call that must go well. */
async function first(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Item> {
  const { code, payload, error } = await call(method, path, body, headers);
  expect(code, `${method} ${path}: ${JSON.stringify(error)}`).toBe(200);
  return payload[0] ?? {};
}

/** A person makes the key once; from then on no session and no cookie. */
beforeAll(async () => {
  const { address } = inject("demo");
  const json = { "content-type": "application/json" };
  const signIn = await fetch(`${address}/auth/sign-in`, {
    method: "POST",
    headers: json,
    body: JSON.stringify(demoUser),
  });
  const cookie = signIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const made = await fetch(`${address}/v4/apikey/`, {
    method: "POST",
    headers: { ...json, cookie },
    body: JSON.stringify({ name, role: "administrator", privileges: [] }),
  });
  key = String(((await made.json()) as { payload: Item[] }).payload[0]?.["key"]);
});

describe("By API key alone", () => {
  test("campaign, workflow, contacts and run are made, messages and journeys are read", async () => {
    const free = await first("GET", "/v4/number/available?count=1");
    const { phone } = await first("POST", "/v4/number/", { phone: free["phone"] });
    const { numberSetId } = await first("POST", "/v4/numberset/", { name, phoneNumbers: [phone] });
    const { templateId } = await first("POST", "/v4/smstemplate/", {
      templateTitle: name,
      templateText: "Hi ${firstName}",
      templateMediaUrl: "",
    });
    const { campaignId } = await first("POST", "/v4/campaign/", { campaignName: name, numberSet: numberSetId });
    await first("POST", `/v4/campaign/${campaignId}/workflow/`, {
      workflow: JSON.stringify(textWorkflow(String(templateId), name)),
    });

    const csv = await readFile(contactsFile, "utf8");
    const taken = await first("POST", "/v4/contact/import", csv, { "content-type": "text/csv" });
    const importOf = () => first("GET", `/v4/contact/import/${taken["id"]}/`);
    await expect.poll(async () => (await importOf())["status"], patience).toBe("done");
    expect(await importOf()).toMatchObject({ total: 12, skipped: 0, rejectedCount: 1 });

    const statements = [{ variable: "city", operation: "EQUALS", value: "Boston", negated: false }];
    const { batchId } = await first("POST", `/v4/campaign/${campaignId}/batch/`, {
      displayName: name,
      periodMs: -1,
      start: true,
      statements,
    });
    const batchOf = () => first("GET", `/v4/campaign/${campaignId}/batch/${batchId}/`);
    await expect.poll(async () => (await batchOf())["status"], patience).toBe("Done");
    expect(await batchOf()).toMatchObject({ started: 2, done: 2, failed: 0, progress: "2 / 2" });

    const messages = (await call("GET", `/v4/message/?batchId=${batchId}`)).payload;
    expect(messages.map(({ text }) => text).sort()).toEqual(["Hi Ada", "Hi Cleo"]);
    const journeys = (await call("GET", `/v4/journey/?batchId=${batchId}`)).payload;
    expect(journeys.map(({ status }) => status)).toEqual(["done", "done"]);
    const journey = await first("GET", `/v4/journey/${journeys[0]?.["journeyId"]}/`);
    expect((journey["steps"] as Item[]).map(({ nodeId }) => nodeId)).toEqual(expect.arrayContaining([1, 2, 3]));
    const log = (await call("GET", `/v4/campaign/status/${journeys[0]?.["contactId"]}/`)).payload;
    const logged = log.find((entry) => entry["campaignId"] === campaignId);
    expect(logged?.["steps"]).toEqual(journey["steps"]);
  });

  test("a workflow goes out as a bundle and comes in as one that can be saved again", async () => {
    const source = (await call("GET", "/v4/campaign/all")).payload.find(({ campaignName }) => campaignName === name);
    const bundle = await first("GET", `/v4/campaign/${source?.["campaignId"]}/export`);
    expect(bundle).toMatchObject({ trunkline: 1 });
    const made = await first("POST", "/v4/campaign/import", bundle);
    expect(made["campaignId"]).not.toBe(source?.["campaignId"]);
    const stored = await first("GET", `/v4/campaign/${made["campaignId"]}/workflow/`);
    const { nodes } = JSON.parse(String(stored["workflow"])) as { nodes: Item[] };
    expect(nodes.map(({ type }) => type)).toEqual(["start", "smsSend", "control"]);
    await first("PUT", `/v4/campaign/${made["campaignId"]}/workflow/`, { workflow: stored["workflow"] });
  });

  test("a wrong key and a broken workflow are refused in the envelope, and change nothing", async () => {
    const source = (await call("GET", "/v4/campaign/all")).payload.find(({ campaignName }) => campaignName === name);
    const path = `/v4/campaign/${source?.["campaignId"]}/workflow/`;
    const before = await first("GET", path);
    const broken = await call("PUT", path, { workflow: "{ not json" });
    expect(broken).toMatchObject({ code: 400, status: false });
    expect(broken.error[0]?.["message"]).toContain("not valid JSON");
    const stranger = await call("GET", path, undefined, { authorization: "Bearer unknown" });
    expect(stranger).toMatchObject({ code: 401, status: false, payload: [] });
    expect(await first("GET", path)).toEqual(before);
  });
});
