import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { describe, expect, it } from "vitest";
import { callIn } from "../../../test/callIn.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { closePhones } from "../../jobs/agents/closePhones.ts";
import { offerCallers } from "../../jobs/agents/offerCallers.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();
const ann = await server.user(account, "owner");
const world = { publicUrl: "http://127.0.0.1", pace: 1 };
const by = (method: string, url: string, body?: unknown) =>
  server.call(method, url, { as: { cookie: ann.cookie }, ...(body !== undefined && { body }) });
const reasons = async () =>
  (await by("GET", "/v4/agent/reason/")).body.payload as unknown as {
    reasonId: string;
    name: string;
    isWork: boolean;
    archived: boolean;
  }[];
const idOf = async (name: string) => (await reasons()).find((one) => one.name === name)?.reasonId ?? "";
const live = async () =>
  (await server.call("GET", "/v4/call-center/?zone=Etc/UTC", { as: { key } })).body.payload[0]?.["agents"];
const phone = async () =>
  (await by("GET", "/v4/agent/phone/")).body.payload[0] as unknown as { calls: { offerId: string; state: string }[] };

describe("reasons for being away (decision 0100)", () => {
  it("are ordered, renamed, archived and restored, and every account has three from the start", async () => {
    expect(await reasons()).toMatchObject([
      { name: "Break", isWork: false },
      { name: "Lunch", isWork: false },
      { name: "Training", isWork: true },
    ]);
    expect(await by("POST", "/v4/agent/reason/", { name: " break " })).toMatchObject({ status: 409 });
    const [made] = (await by("POST", "/v4/agent/reason/", { name: "Meeting", isWork: true })).body.payload;
    const meeting = String(made?.["reasonId"]);
    const order = [meeting, await idOf("Lunch")];
    expect((await by("PUT", "/v4/agent/reason/order", { reasonIds: [meeting, account] })).body.error).toMatchObject([
      { code: "no_reason", where: "body.reasonIds[1]" },
    ]);
    const ordered = (await by("PUT", "/v4/agent/reason/order", { reasonIds: order })).body.payload;
    expect(ordered.map(({ name }) => name)).toEqual(["Meeting", "Lunch", "Break", "Training"]);
    await by("PUT", `/v4/agent/reason/${await idOf("Break")}/`, { archived: true });
    expect(await by("PUT", `/v4/agent/reason/${meeting}/`, { name: "Lunch" })).toMatchObject({ status: 409 });
    await by("PUT", `/v4/agent/reason/${meeting}/`, { name: "Break" });
    expect((await reasons()).map(({ name, archived }) => [name, archived])).toEqual([
      ["Break", false],
      ["Lunch", false],
      ["Training", false],
      ["Break", true],
    ]);
    const archived = (await reasons()).at(-1)?.reasonId ?? "";
    expect(await by("PUT", `/v4/agent/reason/${archived}/`, { archived: false })).toMatchObject({ status: 409 });
    expect(await by("PUT", "/v4/agent/", { status: "away", reasonId: archived })).toMatchObject({ status: 400 });
    await by("PUT", `/v4/agent/reason/${archived}/`, { name: "Pause", archived: false });
    expect((await reasons()).map(({ name }) => name)).toEqual(["Break", "Lunch", "Training", "Pause"]);
  });

  it("an agent on a break is not rung, and a break that begins on a call applies after its wrap-up", async () => {
    await by("PUT", "/v4/agent/phone/", { open: true });
    await server.call("POST", "/v4/workgroup/", {
      as: { key },
      body: { name: "Sales", members: [{ userId: ann.userId }], distributionType: 1 },
    });
    const lunch = await idOf("Lunch");
    expect((await by("PUT", "/v4/agent/", { status: "away", reasonId: lunch })).body.payload).toMatchObject([
      { status: "away", reason: { name: "Lunch" } },
    ]);
    const ring = async () => {
      await callIn(db, account, { from: "+12025550143", to: "+12025550101" }, workGroupScript("sales"), world);
      await offerCallers(db, [account], world);
    };
    await ring();
    expect((await phone()).calls).toEqual([]);
    expect(await live()).toMatchObject([{ state: "away", reason: "Lunch", isAwayNext: false }]);
    await by("PUT", "/v4/agent/", { status: "available" });
    await ring();
    expect((await phone()).calls).toMatchObject([{ state: "ringing" }]);
    const offerId = (await phone()).calls[0]?.offerId;
    const act = (action: string) => by("POST", `/v4/agent/phone/${offerId}/`, { action });
    await act("answer");
    await by("PUT", "/v4/agent/", { status: "away", reasonId: lunch });
    expect(await live()).toMatchObject([{ state: "talking", reason: "Lunch", isAwayNext: true }]);
    await act("hangUp");
    expect(await live()).toMatchObject([{ state: "wrapUp", isAwayNext: true }]);
    await act("done");
    expect(await live()).toMatchObject([{ state: "away", reason: "Lunch", isAwayNext: false }]);
  });

  it("the history has each change once, also of a browser that died", async () => {
    const silent = (seconds: number) =>
      db.tx([account], (q) =>
        q.run("update agent_presence set seen = now() - $2 * interval '1 second' where account_id = $1", [
          account,
          seconds,
        ]),
      );
    await by("PUT", "/v4/agent/", { status: "available" });
    await by("PUT", "/v4/agent/", { status: "available" });
    await by("PUT", "/v4/agent/phone/", { open: true });
    await silent(40);
    await closePhones(db, [account]);
    await by("PUT", "/v4/agent/phone/", { open: true });
    await silent(50);
    await by("PUT", "/v4/agent/phone/", { open: true });
    await by("PUT", "/v4/agent/phone/", { open: false });
    const states = await db.tx([account], (q) =>
      q.rows<{ is: string }>(
        `select concat_ws(' ', case when is_open then 'open' else 'closed' end, case when is_away then 'away' end, r.name) "is"
         from agent_state s left join agent_reason r using (account_id, reason_id) where s.account_id = $1 order by state_id`,
        [account],
      ),
    );
    expect(states.map((row) => row.is)).toEqual([
      "open",
      "open away Lunch",
      "open",
      "open away Lunch",
      "open",
      "closed",
      "open",
      "closed",
      "open",
      "closed",
    ]);
  });
});
