import { describe, expect, it } from "vitest";
import { drawnVoicemails } from "../../../test/drawnVoicemails.ts";
import { routeWorld } from "../../../test/routeWorld.ts";

const { server, account, send, getNumbers, make, live, save } = await routeWorld();
const author = await server.key(account, "member", ["workflow-edit"]);
const [phone = ""] = await getNumbers(1);
await make("half");
await send("PUT", "/v4/account/", { settings: { publishingNeedsApproval: true } });

/** A drawing without saved destinations, with the number in its start node. */
const drawn = (priorities: readonly number[], numbers: readonly string[] = [phone]): string => {
  const workflow = JSON.parse(drawnVoicemails(priorities).text) as {
    nodes: { id: string; routeDest?: string; data: { formData?: object; routeDest?: string } }[];
  };
  for (const { id, data } of workflow.nodes) {
    if (id === "start") data.formData = { ...data.formData, selectedNumber: numbers };
    delete data.routeDest;
  }
  return JSON.stringify(workflow);
};
const ask = (workflow: string, basedOn: number) =>
  send("POST", "/v4/route/tag/half/approval/", { workflow, basedOn }, author);
const approve = ({ approvalId }: Record<string, unknown>) => send("POST", `/v4/approval/${String(approvalId)}/approve`);

describe("approval of an inbound workflow", () => {
  it("publishes the drawing with its numbers and destinations at once", async () => {
    const request = await ask(drawn([1, 2]), 0);
    expect(request).toMatchObject({ status: 200, kind: "inbound", workflow: "half", state: "waiting" });
    expect(await live(phone)).toBeNull();
    expect(await approve(request)).toMatchObject({ status: 200, published: 1 });
    expect((await live(phone))?.destinations.map(({ priority }) => priority)).toEqual([1, 2]);
    expect((await send("GET", `/v4/workflow/${account}/half/version/`)).payload).toMatchObject([
      { version: 1, createdBy: "API key member", approvedBy: "API key owner" },
    ]);
  });

  it("keeps what answers a number until the next version is approved", async () => {
    const before = await live(phone);
    const request = await ask(drawn([1]), 1);
    expect(await live(phone)).toEqual(before);
    expect(await approve(request)).toMatchObject({ status: 200, published: 2 });
    expect((await live(phone))?.destinations.map(({ priority }) => priority)).toEqual([1]);
  });

  it.each<[string, () => string, number, number]>([
    ["it is not a drawing", () => "{", 2, 400],
    ["it has a number of someone else", () => drawn([1], ["+12025550199"]), 2, 400],
    ["it is based on an older version", () => drawn([1]), 1, 409],
  ])("is not asked for where %s", async (_why, workflow, basedOn, status) => {
    expect(await ask(workflow(), basedOn)).toMatchObject({ status });
  });

  it("is refused when another version was published meanwhile", async () => {
    const request = await ask(drawn([1, 3]), 2);
    const { workflow } = await send("GET", `/v4/workflow/${account}/half`);
    await save("PUT", "half", String(workflow));
    expect(await approve(request)).toMatchObject({
      status: 409,
      code: "newer_version",
      message: expect.stringContaining("API key owner published version 3"),
    });
    expect((await live(phone))?.destinations).toHaveLength(1);
  });

  it("is needed for the request that saves the drawing", async () => {
    const { workflow } = await send("GET", `/v4/workflow/${account}/half`);
    const refused = await send(
      "PUT",
      "/v4/workflow",
      { routeTag: "half", accountSid: account, workflow: String(workflow) },
      author,
    );
    expect(refused).toMatchObject({ status: 409, code: "approval_required" });
    const restored = await send("POST", `/v4/workflow/${account}/half/version/1/restore`, {}, author);
    expect(restored).toMatchObject({ status: 409, code: "approval_required" });
  });

  it("is refused when the numbers were changed meanwhile, so that none is detached unnoticed", async () => {
    const request = await ask(drawn([1, 2]), 3);
    await send("POST", "/v4/route/tag/half/numbers", { numbers: [] });
    expect(await approve(request)).toMatchObject({ status: 409, code: "numbers_changed" });
    await send("POST", "/v4/route/tag/half/numbers", { numbers: [phone] });
    expect(await approve(request)).toMatchObject({ status: 200, published: 4 });
  });
});
