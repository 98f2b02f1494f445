import { describe, expect, it } from "vitest";
import { ask, makeWorld, until } from "../../../test/engineWorld.ts";
import { callNode, callXmlNode, ownCalls, said } from "../../../test/ownCalls.ts";
import { scripts } from "../../../test/scripts.ts";

const { db, callOnce, vars, onHandset, legIn, act, broken } = await ownCalls();

describe("a call script (spec 2 §3.3 callXml)", () => {
  it("is requested when the call is answered, gathers digits, requests the next script and reports how the call ended", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/first.xml": '<Response><Gather action="second.xml" numDigits="1"><Say>Press</Say></Gather></Response>',
      "/second.xml": "<Response><Say>Thank you</Say></Response>",
      "/status": "ok",
    });
    const { over } = await callOnce(
      one,
      "+13035560068",
      callXmlNode(web.at("/first.xml"), { statusCallbackUrl: web.at("/status"), record: true }),
    );
    await over();
    await until("the status was reported", async () => web.heard.length === 3);
    expect(web.heard.map(({ path, params }) => [path, params["digits"], params["callStatus"]])).toEqual([
      ["/first.xml", undefined, "in-progress"],
      ["/second.xml", "1", "in-progress"],
      ["/status", undefined, "completed"],
    ]);
    expect(web.heard[0]?.params).toMatchObject({ accountSid: one.account, from: one.number, to: "+13035560068" });
    expect(said((await onHandset(one, "+13035560068"))[0])).toContain("said Thank you");
    expect((await vars(one))["node2.recordingUrl"]).toMatch(/\.wav$/);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("asks the Fallback URL of a Call when a sound cannot be fetched, and the step says so", async () => {
    const one = await makeWorld(db);
    const web = await scripts({ "/fallback.xml": "<Response><Say>Please call us back</Say></Response>" });
    const { over } = await callOnce(
      one,
      "+13035560068",
      callNode({ answerAction: "playAudio", audioUrl: web.at("/gone.wav"), fallbackUrl: web.at("/fallback.xml") }),
    );
    await over();
    expect(web.heard.map(({ path }) => path)).toEqual(["/gone.wav", "/fallback.xml"]);
    expect(said((await onHandset(one, "+13035560068"))[0])).toContain("said Please call us back");
    const steps = await ask<{ because: string }>(
      db,
      one,
      "select because from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps[0]?.because).toContain("/gone.wav cannot be fetched: it answered 404; the fallback URL was asked");
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("continues without a sound that cannot be fetched when no Fallback URL is given, and the step says so", async () => {
    const one = await makeWorld(db);
    const web = await scripts({});
    const { over } = await callOnce(
      one,
      "+13035560068",
      callNode({ answerAction: "playAudio", audioUrl: web.at("/gone.wav") }),
    );
    await over();
    const steps = await ask<{ because: string }>(
      db,
      one,
      "select because from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps[0]?.because).toContain("/gone.wav cannot be fetched: it answered 404; the call continued without it");
    expect(said((await onHandset(one, "+13035560068"))[0]).join()).not.toContain("gone.wav");
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("plays a sound that can be fetched, and does not ask the fallback", async () => {
    const one = await makeWorld(db);
    const web = await scripts({ "/there.wav": "sound", "/fallback.xml": "<Response/>" });
    const { over } = await callOnce(
      one,
      "+13035560068",
      callNode({ answerAction: "playAudio", audioUrl: web.at("/there.wav"), fallbackUrl: web.at("/fallback.xml") }),
    );
    await over();
    expect(web.heard.map(({ path }) => path)).toEqual(["/there.wav"]);
    expect(said((await onHandset(one, "+13035560068"))[0])).toContain(`played ${web.at("/there.wav")}`);
    web.close();
  });

  it("fetches the sound of many calls once", async () => {
    const one = await makeWorld(db);
    const web = await scripts({ "/there.wav": "sound" });
    const node = callNode({ answerAction: "playAudio", audioUrl: web.at("/there.wav") });
    for (const phone of ["+13035560068", "+13035560069"]) {
      const { over } = await callOnce(one, phone, node);
      await over();
      expect(said((await onHandset(one, phone))[0])).toContain(`played ${web.at("/there.wav")}`);
    }
    expect(web.heard.map(({ path }) => path)).toEqual(["/there.wav"]);
    web.close();
  });

  it("hears what is said, as text, and sends a text through the queue of texts (telecom §9)", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/ask.xml": '<Response><GetSpeech action="said.xml" timeout="900"><Say>Who?</Say></GetSpeech></Response>',
      "/said.xml": "<Response><Sms>Your code is 7</Sms><Say>It is on its way</Say></Response>",
    });
    const { over } = await callOnce(one, "+13035567050", callXmlNode(web.at("/ask.xml")));
    await act(one, await legIn(one, "+13035567050", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567050", "hearing"), { input: "said", text: "It is Ann" });
    await over();
    expect(web.heard.map(({ path, params }) => [path, params["speechResult"]])).toEqual([
      ["/ask.xml", undefined],
      ["/said.xml", "It is Ann"],
    ]);
    const text = async () =>
      (
        await ask<{ body: string; state: string; to_number: string; from_number: string }>(
          db,
          one,
          "select body, state, to_number, from_number from message where account_id = $1",
        )
      )[0];
    await until("the text was sent", async () => (await text())?.state === "accepted");
    expect(await text()).toMatchObject({ body: "Your code is 7", to_number: "+13035567050", from_number: one.number });
    expect(said((await onHandset(one, "+13035567050"))[0])).toEqual([
      "note Answered",
      "said Who?",
      "note You said: It is Ann",
      "said It is on its way",
      "note The call was ended",
    ]);
    expect(
      (
        await ask<{ type: string }>(
          db,
          one,
          "select type from call_event where account_id = $1 and type in ('speech', 'fetchScript', 'sms', 'document') order by event_id",
        )
      ).map(({ type }) => type),
    ).toEqual(["fetchScript", "document", "speech", "fetchScript", "document", "sms"]);
    // what is over keeps nothing of its script
    expect(await ask(db, one, "select session->'plan' plan from call where account_id = $1")).toEqual([
      { plan: { human: [], machine: null } },
    ]);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("plays its last recording, enters a conference, and says what cannot be had (telecom §9)", async () => {
    const one = await makeWorld(db);
    const web = await scripts({
      "/script.xml": `<Response><Record fileFormat="mp3"/><PlayLastRecording/>
        <Record background="false" fileFormat="mp3" timeout="600"/><PlayLastRecording/>
        <Dial timeLimit="9000"><Conference muted="true" startConferenceOnEnter="false" endConferenceOnExit="true"
          waitUrl="hold.mp3">sales</Conference></Dial></Response>`,
    });
    const { over } = await callOnce(one, "+13035567060", callXmlNode(web.at("/script.xml")));
    await act(one, await legIn(one, "+13035567060", "ringing"), { input: "answer", by: "human" });
    await act(one, await legIn(one, "+13035567060", "recording"), { input: "silent" });
    const inside = await legIn(one, "+13035567060", "connected");
    expect(inside.line.now).toMatchObject({ with: "sales", room: { begun: false, music: web.at("/hold.mp3") } });
    await act(one, inside, { input: "hangUp" });
    await over();
    const [recording] = await ask<{ data: { recordingUrl: string } }>(
      db,
      one,
      "select data from call_event where account_id = $1 and type = 'recorded'",
    );
    expect(said((await onHandset(one, "+13035567060"))[0])).toEqual([
      "note Answered",
      "note This call is recorded",
      `recorded ${recording?.data.recordingUrl}`,
      `replayed ${recording?.data.recordingUrl}`,
      "beep Beep",
      "note Waits for the conference sales",
      "note Muted: the conference does not hear this phone",
      `played ${web.at("/hold.mp3")}`,
      "note You hung up",
    ]);
    const events = await ask<{ type: string; data: Record<string, unknown> | null }>(
      db,
      one,
      "select type, data from call_event where account_id = $1 order by event_id",
    );
    const rules = { muted: true, beep: true, waits: true, ends: true, alone: true };
    expect(
      events
        .filter(({ type }) => ["nothingRecorded", "recorded", "enteredRoom", "callRecorded"].includes(type))
        .map(({ type, data }) => [
          type,
          type === "enteredRoom"
            ? data
            : (String(data?.["recordingUrl"] ?? "")
                .split(".")
                .at(-1) ?? null),
        ]),
    ).toEqual([
      ["nothingRecorded", ""],
      ["recorded", "mp3"],
      ["enteredRoom", { room: "sales", ...rules }],
      ["callRecorded", "mp3"],
    ]);
    web.close();
    expect(await broken(one)).toEqual([]);
  });

  it("that is broken is replaced by its fallback, or the step names the faulty line", async () => {
    const web = await scripts({
      "/bad.xml": "<Response>\n<Sing/></Response>",
      "/good.xml": "<Response><Say>Sorry</Say></Response>",
    });
    const one = await makeWorld(db);
    await (
      await callOnce(one, "+13035560060", callXmlNode(web.at("/bad.xml"), { fallbackUrl: web.at("/good.xml") }))
    ).over();
    expect(said((await onHandset(one, "+13035560060"))[0])).toContain("said Sorry");
    const other = await makeWorld(db);
    await (await callOnce(other, "+13035560060", callXmlNode(web.at("/bad.xml")))).over();
    const steps = await ask<{ because: string }>(
      db,
      other,
      "select because from step where account_id = $1 and node = 2 and outcome = 0",
    );
    expect(steps[0]?.because).toContain("Line 2: <Sing> is not an element of a call script");
    web.close();
  });
});
