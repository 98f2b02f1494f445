import type { BundleItem } from "@trunkline/contract/workflows/bundle.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { key } = await server.account();
const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });

describe("RCS agents and messages (readings, Requests of our pages)", () => {
  it("are created, changed and deleted by their key", async () => {
    expect((await call("POST", "/v4/rcs/agent/", { agentId: "shop", name: "Shop" })).status).toBe(200);
    const again = await call("POST", "/v4/rcs/agent/", { agentId: "shop", name: "Other" });
    expect([again.status, again.body.error[0]?.message]).toEqual([409, "The agent shop already exists"]);
    const changed = await call("PUT", "/v4/rcs/agent/shop/", { agentId: "shop", name: "The Shop" });
    expect(changed.body.payload[0]).toMatchObject({ agentId: "shop", name: "The Shop", usedBy: [] });
    const content = { type: "text", text: "Hi ${firstName}" };
    expect((await call("POST", "/v4/rcs/template/", { templateKey: "hello", content })).status).toBe(200);
    const found = await call("GET", "/v4/rcs/template/hello/");
    expect(found.body.payload[0]).toMatchObject({
      templateKey: "hello",
      content: { ...content, mediaUrl: null, cards: [], suggestions: [] },
    });
    expect((await call("DELETE", "/v4/rcs/template/hello/")).body.payload).toEqual([{ id: "hello" }]);
    expect((await call("GET", "/v4/rcs/template/hello/")).status).toBe(404);
  });

  it.each<[string, unknown, string]>([
    ["an empty text", { type: "text" }, "Content is required"],
    ["a picture without a URL", { type: "picture" }, "Media URL is required"],
    ["a picture with an invalid URL", { type: "picture", mediaUrl: "cat.png" }, "Media URL must be a valid URL"],
    ["no cards", { type: "cards" }, "At least one card is required"],
    ["an empty card", { type: "cards", cards: [{}] }, "A card needs a title, a description or a picture"],
    [
      "a long button",
      { type: "text", text: "a", suggestions: [{ kind: "reply", text: "x".repeat(26) }] },
      "Button text must have at most 25 characters",
    ],
    [
      "a button with an invalid URL",
      { type: "text", text: "a", suggestions: [{ kind: "openUrl", text: "Go", target: "shop" }] },
      "Button address must be a valid URL",
    ],
    [
      "a button with an invalid number",
      { type: "text", text: "a", suggestions: [{ kind: "dial", text: "Call", target: "us" }] },
      "Button number must be an E.164 number such as +12025550100",
    ],
    ["a script", { type: "picture", mediaUrl: "javascript:alert(1)" }, "Media URL must be a valid URL"],
    ["an invalid variable", { type: "text", text: "${" }, '"${" is invalid'],
    [
      "a template that can never be filled",
      { type: "text", text: '${.now?string("QQ")}' },
      'the format "QQ" is not known',
    ],
  ])("refuse %s", async (_what, content, message) => {
    const { status, body } = await call("POST", "/v4/rcs/template/", { templateKey: "bad", content });
    expect(status).toBe(400);
    expect(body.error.map((error) => error.message).join("; ")).toContain(message);
  });

  it("has keys of lowercase letters, digits, _ and -", async () => {
    const { body } = await call("POST", "/v4/rcs/agent/", { agentId: "The Shop", name: "Shop" });
    expect(body.error[0]?.message).toBe(
      "Agent ID must contain only lower-case letters, digits, _ and -, at most 60 characters",
    );
  });
});

describe("a workflow's bundle (readings, Requests of our pages)", () => {
  const workflow = {
    schemaVersion: 1,
    startNode: 1,
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "rcsSend",
        x: 250,
        y: 165,
        children: [3, 4],
        rcsTemplateKey: "spring",
        agentId: "bundled",
        successPath: 3,
        failurePath: 4,
      },
      { id: 3, type: "control", x: 0, y: 305, children: [] },
      { id: 4, type: "control", x: 500, y: 305, children: [] },
    ],
    sections: { main: 1 },
  };
  const bundle = (text: string) => ({
    trunkline: 1,
    campaign: { campaignName: "RCS" },
    workflow,
    rcsAgents: [{ agentId: "bundled", name: "Bundled" }],
    rcsTemplates: [{ templateKey: "spring", content: { type: "text", text } }],
  });

  const renamedIn = ({ body }: Awaited<ReturnType<typeof call>>) =>
    ((body.payload[0]?.["items"] ?? []) as BundleItem[])
      .filter(({ outcome }) => outcome === "renamed")
      .map(({ kind, name, to }) => `${kind} ${name} to ${to}`);

  it("includes its RCS messages and agents and uses existing ones", async () => {
    const first = await call("POST", "/v4/campaign/import", bundle("Spring is here"));
    expect([first.status, renamedIn(first)]).toEqual([200, []]);
    const out = (await call("GET", `/v4/campaign/${String(first.body.payload[0]?.["campaignId"])}/export`)).body
      .payload[0];
    expect(out).toMatchObject({
      rcsAgents: [{ agentId: "bundled", name: "Bundled" }],
      rcsTemplates: [{ templateKey: "spring", content: { type: "text", text: "Spring is here" } }],
    });
    const again = await call("POST", "/v4/campaign/import", out);
    expect(renamedIn(again)).toEqual(["workflow RCS to RCS (2)"]);
  });

  it("renames a different message with the same key and updates the node", async () => {
    const answer = await call("POST", "/v4/campaign/import", bundle("Something else"));
    const { body } = answer;
    expect(renamedIn(answer)).toContain("rcsMessage spring to spring-2");
    const saved = await call("GET", `/v4/campaign/${String(body.payload[0]?.["campaignId"])}/workflow/`);
    expect(String(saved.body.payload[0]?.["workflow"])).toContain('"rcsTemplateKey":"spring-2"');
  });

  it("refuses a message that RCS cannot carry", async () => {
    const { status, body } = await call("POST", "/v4/campaign/import", bundle("x".repeat(3073)));
    expect([status, body.error[0]?.message]).toEqual([400, "Content must have at most 3,072 characters"]);
  });

  it("refuses a workflow with a missing message", async () => {
    const { status, body } = await call("POST", "/v4/campaign/import", {
      ...bundle("a"),
      rcsTemplates: [],
      workflow: { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, rcsTemplateKey: "nowhere" })) },
    });
    expect([status, body.error[0]?.message]).toEqual([
      400,
      "Node 2: Message Key nowhere does not exist. Choose another one",
    ]);
  });
});
