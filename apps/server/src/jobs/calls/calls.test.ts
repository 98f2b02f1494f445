import { describe, expect, it } from "vitest";
import { ask, makeCampaign, makeWorld, until } from "../../../test/engineWorld.ts";
import { callNode, ownCalls, said } from "../../../test/ownCalls.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import { insertCalls } from "../../store/calls/newCall.ts";
import { newId } from "../../store/newId.ts";
import { sumBatchCost } from "../../store/runs/batchList.ts";
import { openAccountLanes } from "../../store/runs/lane.ts";
import { listHandsets } from "../../store/simulator/simulator.ts";

const { db, callOnce, vars, calls, onHandset, legIn, act, broken } = await ownCalls();

describe("a call node (spec 2 §3.3)", () => {
  it("rings the handset, speaks when it is answered, and the journey continues after the call", async () => {
    const one = await makeWorld(db);
    const { batch, over } = await callOnce(one, "+13035567001");
    const leg = await legIn(one, "+13035567001", "ringing");
    expect(leg.number).toBe(one.number);
    await act(one, leg, { input: "answer", by: "human" });
    await over();
    expect(said((await onHandset(one, "+13035567001"))[0])).toEqual([
      "note Answered",
      "said Hello Ann",
      "note The call was ended",
    ]);
    expect(await vars(one)).toMatchObject({
      "node2.status": "completed",
      "node2.answeredBy": "human",
      "node2.digits": "",
    });
    // the call may be over before the answer of its carrier is stored
    await until("the call is accepted", async () => (await calls(one))[0]?.state === "accepted");
    expect(await calls(one)).toMatchObject([{ state: "accepted", line: "completed", cost: 14_000 }]);
    expect(await db.tx([one.account], (q) => sumBatchCost(q, one.account, batch))).toEqual({
      texts: 0,
      segments: 0,
      costMicros: 14_000,
    });
    expect(await broken(one)).toEqual([]);
  });

  it.each([
    ["0061", "busy", "call_busy", "the line was busy"],
    ["0062", "no-answer", "call_no_answer", "no one answered"],
    ["0067", "busy", "call_busy", "the line was busy"],
  ])("a number that ends in %s is reported as %s, and the journey continues", async (suffix, status, reason, words) => {
    const one = await makeWorld(db);
    const { over } = await callOnce(one, `+1303556${suffix}`);
    await over();
    expect(await vars(one)).toMatchObject({ "node2.status": status, "node2.answeredBy": "" });
    const steps = await ask(
      db,
      one,
      "select because, data->>'reason' reason from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps).toEqual([{ because: words, reason }]);
    expect(await broken(one)).toEqual([]);
  });

  it("a machine hears the message after its beep, unless the node hangs up", async () => {
    const one = await makeWorld(db);
    await (await callOnce(one, "+13035560063")).over();
    expect(said((await onHandset(one, "+13035560063"))[0])).toContain("said Hello Ann");
    const other = await makeWorld(db);
    await (await callOnce(other, "+13035560064", callNode({ ifMachine: "hangup" }))).over();
    expect(said((await onHandset(other, "+13035560064"))[0])).toEqual([
      "note The machine's greeting ends without a beep",
      "note The call was ended",
    ]);
    expect(await vars(other)).toMatchObject({ "node2.answeredBy": "machine" });
  });

  it("is refused, lost or in doubt as a text is, and never placed twice", async () => {
    const refused = await makeWorld(db);
    await (await callOnce(refused, "+13035560066")).over();
    expect(await calls(refused)).toMatchObject([{ state: "rejected", reason: "carrier_invalid_number" }]);
    const lost = await makeWorld(db);
    await (await callOnce(lost, "+13035560098")).over();
    expect(await calls(lost)).toMatchObject([{ state: "unknown", line: null }]);
    const found = await makeWorld(db);
    await (await callOnce(found, "+13035560099")).over();
    expect(await onHandset(found, "+13035560099")).toHaveLength(1);
    expect(await calls(found)).toMatchObject([{ line: "completed" }]);
    for (const one of [refused, lost, found]) expect(await broken(one)).toEqual([]);
  });

  it("is not placed to a contact on the call list, nor when the list changes while it is queued", async () => {
    const one = await makeWorld(db);
    await ask(
      db,
      one,
      "insert into dnc (account_id, phone, type, source) values ($1, '+13035567005', 'call', 'page') returning 1",
    );
    await (await callOnce(one, "+13035567005")).over();
    expect(await calls(one)).toMatchObject([{ state: "blocked", reason: "dnc" }]);
    expect(await onHandset(one, "+13035567005")).toEqual([]);
  });

  it("leaves by the carrier of its number when it was queued for the one that the number has left", async () => {
    const one = await makeWorld(db);
    const phone = "+13035567006";
    await db.tx([one.account], async (q) => {
      await openAccountLanes(q, [one.account]);
      await insertCalls(q, [
        {
          accountId: one.account,
          callId: newId(),
          contactId: null,
          campaignId: null,
          batchId: null,
          journeyId: null,
          node: null,
          revision: null,
          direction: "out",
          from: one.number,
          to: phone,
          plan: { human: [], machine: null },
          state: "queued",
          reason: null,
          carrier: `telnyx:${newId()}`,
          openUntilMs: null,
        },
      ]);
    });
    await legIn(one, phone, "ringing");
    const made = () =>
      ask<{ state: string }>(db, one, "select state, carrier, attempt from call where account_id = $1");
    // the phone rings before the answer of its carrier is stored
    await until("the call is accepted", async () => (await made())[0]?.state === "accepted");
    expect(await made()).toEqual([{ state: "accepted", carrier: "simulated", attempt: 1 }]);
  });
});

describe("the list of handsets", () => {
  it("no longer says that a phone is on a call after it hung up, while its recording is still to come", async () => {
    const one = await makeWorld(db);
    const { over } = await callOnce(
      one,
      "+13035567035",
      callNode({ record: true, audioTimeout: 999, dtmfActions: [] }),
    );
    await act(one, await legIn(one, "+13035567035", "ringing"), { input: "answer", by: "human" }, 1);
    const leg = await legIn(one, "+13035567035", "prompt");
    await act(one, leg, { input: "recordingCall" }, 1);
    await act(one, leg, { input: "hangUp" }, 1);
    const listed = await db.tx([one.account], (q) => listHandsets(q, one.account, { limit: 10 }));
    expect(listed.map(({ last, onCall }) => ({ last, onCall }))).toEqual([{ last: "Call", onCall: null }]);
    await act(one, leg, { input: "callRecorded", seconds: 2, recordingUrl: "https://trunkline.example/a.wav" });
    await over();
  });
});

describe("keys (spec 2 §3.3; readings, Outbound editor)", () => {
  // keys are listened for until one is pressed, however slow the machine is
  const keys = (...rows: [number, string, string][]) =>
    callNode({
      audioTimeout: 999,
      dtmfActions: rows.map(([number, action, actionContext]) => ({
        number,
        action,
        actionContext,
        useAiRewording: false,
      })),
    });

  it("say, transfer to a second handset, and what the journey learns", async () => {
    const one = await makeWorld(db);
    const { over } = await callOnce(
      one,
      "+13035567010",
      keys([1, "say", "You pressed one, ${firstName}"], [2, "transferCaller", "+13035567011"]),
    );
    await act(one, await legIn(one, "+13035567010", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567010", "listening"), { input: "keys", keys: "1" });
    const speaking = await legIn(one, "+13035567010", "listening");
    expect(said(speaking)).toContain("said You pressed one, Ann");
    await act(one, speaking, { input: "keys", keys: "2" });
    const second = await legIn(one, "+13035567011", "ringing");
    expect(second.number).toBe("+13035567010");
    await act(one, second, { input: "answer", by: "human" });
    const first = await legIn(one, "+13035567010", "connected");
    const other = await legIn(one, "+13035567011", "connected");
    expect([first, other].map(({ line: { now } }) => (now.is === "connected" ? now.with : ""))).toEqual([
      "+13035567011",
      "+13035567010",
    ]);
    const listed = await db.tx([one.account], (q) => listHandsets(q, one.account, { limit: 10 }));
    expect(listed.find(({ handset }) => handset === "+13035567011")?.last).toBe("On a call with +13035567010");
    await act(one, other, { input: "hangUp" });
    await over();
    expect(await vars(one)).toMatchObject({ "node2.digits": "12", "node2.status": "completed" });
    expect(await broken(one)).toEqual([]);
  });

  it("do not contact ends the call and stops calls, and texts where one refusal covers all channels", async () => {
    const one = await makeWorld(db, { stopCoversCalls: true });
    const { over } = await callOnce(one, "+13035567020", keys([9, "dnc", ""]));
    await act(one, await legIn(one, "+13035567020", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567020", "listening"), { input: "keys", keys: "9" });
    await over();
    expect(await ask(db, one, "select type, source from dnc where account_id = $1 order by type")).toEqual([
      { type: "call", source: "key" },
      { type: "rcs", source: "key" },
      { type: "sms", source: "key" },
    ]);
  });

  it("a recorded call waits at its end for what the phone's microphone took, and keeps silence where nothing comes", async () => {
    const node = { ...keys([9, "dnc", ""]), record: true };
    const listening = async (phone: string) => {
      const one = await makeWorld(db);
      const { over } = await callOnce(one, phone, node);
      await act(one, await legIn(one, phone, "ringing"), { input: "answer", by: "human" });
      const leg = await legIn(one, phone, "listening");
      await act(one, leg, { input: "recordingCall" });
      return { one, over, leg };
    };
    const { one, over } = await listening("+13035567031");
    await act(one, await legIn(one, "+13035567031", "listening"), { input: "keys", keys: "9" }, 1);
    const ending = await legIn(one, "+13035567031", "ending");
    const [call] = await ask<{ callId: string }>(db, one, 'select call_id "callId" from call where account_id = $1');
    const { url } = await db.tx([one.account], (q) =>
      storeRecording(
        q,
        one.account,
        call?.callId ?? "",
        { data: Buffer.from("sound"), isSilent: false },
        "https://t.example",
      ),
    );
    await act(one, ending, { input: "callRecorded", seconds: 7, recordingUrl: url });
    await over();
    expect(await vars(one)).toMatchObject({ "node2.status": "completed", "node2.recordingUrl": url });
    expect(
      await ask(
        db,
        one,
        "select data->>'seconds' seconds from call_event where account_id = $1 and type = 'callRecorded'",
      ),
    ).toEqual([{ seconds: "7" }]);
    expect(await broken(one)).toEqual([]);
    // the page was closed, and its microphone with it
    const other = await listening("+13035567032");
    await act(other.one, other.leg, { input: "hangUp" }, 1);
    await act(other.one, await legIn(other.one, "+13035567032", "ending"), { input: "due" });
    await other.over();
    expect((await vars(other.one))["node2.recordingUrl"]).toMatch(/-silent\.wav$/);
  });

  it("a voicemail is kept as a recording, a silent one where no microphone is", async () => {
    const one = await makeWorld(db);
    const { over } = await callOnce(one, "+13035567030", keys([10, "voicemailSay", "Leave a message"]));
    await act(one, await legIn(one, "+13035567030", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567030", "listening"), { input: "keys", keys: "*" });
    await over();
    expect(said((await onHandset(one, "+13035567030"))[0])).toContain("beep Beep");
    expect(await vars(one)).toMatchObject({ "node2.digits": "*" });
    expect((await vars(one))["node2.recordingUrl"]).toMatch(/^https:\/\/trunkline\.example\/assets\/.*\.wav$/);
    const [asset] = await ask<{ type: string; bytes: number }>(
      db,
      one,
      "select a.type, c.bytes from asset a join asset_content c using (account_id, sha256) where a.account_id = $1",
    );
    expect(asset).toMatchObject({ type: "recording" });
    expect(await ask(db, one, "select recording_id is not null kept from call where account_id = $1")).toEqual([
      { kept: true },
    ]);
  });

  it("a workflow is started during the call", async () => {
    const one = await makeWorld(db);
    const other = await makeCampaign(db, one, [
      { id: 1, type: "start", children: [2] },
      { id: 2, type: "control", children: [] },
    ]);
    const { over } = await callOnce(one, "+13035567040", keys([3, "workflow", other.campaignId]));
    await act(one, await legIn(one, "+13035567040", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567040", "listening"), { input: "keys", keys: "3" });
    await act(one, await legIn(one, "+13035567040", "listening"), { input: "hangUp" });
    await over();
    await until(
      "the other workflow has run",
      async () =>
        (
          await ask(db, one, "select 1 from journey where account_id = $1 and campaign_id = $2 and status = 3", [
            other.campaignId,
          ])
        ).length === 1,
    );
  });
});
