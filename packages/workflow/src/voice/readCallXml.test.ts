import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readCallXml } from "./readCallXml.ts";

const wire = readFileSync(new URL("../../fixtures/wire/callxml.example.xml", import.meta.url), "utf8");
const read = (body: string) => readCallXml(`<Response>${body}</Response>`, "https://scripts.example.com/a/b.xml");
const script = (body: string) => {
  const found = read(body);
  if ("problem" in found) throw new Error(found.problem);
  return found.script;
};

describe("a call script of the InboundXML dialect (telecom §9)", () => {
  test("the wire example", () => {
    const found = readCallXml(wire);
    if ("problem" in found) throw new Error(found.problem);
    expect(found.script.map((one) => one.do)).toEqual([
      "recordCall",
      "say",
      "play",
      "pause",
      "dial",
      "say",
      "dial",
      "gather",
      "say",
      "hangUp",
    ]);
    expect(found.script[4]).toEqual({
      do: "dial",
      targets: [
        { to: "number", number: "+12025550123" },
        { to: "sip", address: "sip:desk@pbx.example.com" },
      ],
      ring: "all",
      callerId: { number: "+12025550100" },
      timeoutSeconds: 20,
      limitSeconds: 3600,
      music: "https://client-assets.example.com/audio/hold-music.mp3",
      callback: { url: "https://hooks.example.com/dial-status", method: "POST" },
    });
    expect(found.script[7]).toMatchObject({
      prompts: [{ do: "say", text: "Press 1 to leave a message, or 2 to be called back." }],
      timeoutSeconds: 5,
      numDigits: 1,
      next: { by: "address", action: { url: "https://scripts.example.com/after-wait.xml" }, onSilence: true },
    });
  });

  test("names in any case, the dialect's defaults, unknown attributes ignored", () => {
    expect(script('<RECORD colour="red"/><dial>(202) 555-0123</dial>')).toEqual([
      { do: "recordCall", format: "mp3", maxSeconds: 3600 },
      {
        do: "dial",
        targets: [{ to: "number", number: "+12025550123" }],
        ring: "all",
        callerId: "own",
        timeoutSeconds: 60,
        limitSeconds: 14_400,
      },
    ]);
    expect(script('<Record background="false"/>')).toMatchObject([{ do: "record", beep: false, silenceSeconds: 5 }]);
  });

  test.for<[string, object]>([
    ["", { muted: false, beep: true, starts: true, ends: false }],
    ['muted="TRUE" beep="false"', { muted: true, beep: false, starts: true, ends: false }],
    [
      'startconferenceonenter="false" endConferenceOnExit="true" waitUrl="hold.mp3" maxParticipants="3"',
      {
        muted: false,
        beep: true,
        starts: false,
        ends: true,
        music: "https://scripts.example.com/a/hold.mp3",
      },
    ],
  ])("Conference %s", ([attributes, rules]) => {
    expect(script(`<Dial><Conference ${attributes}>sales</Conference></Dial>`)).toMatchObject([
      { do: "dial", targets: [{ to: "room", name: "sales", ...rules }] },
    ]);
  });

  test("PlayLastRecording", () => {
    expect(script('<playLastRecording loop="2"/>')).toEqual([{ do: "playLastRecording" }]);
  });

  test("GetSpeech and Sms", () => {
    expect(script('<GetSpeech action="said.xml" playBeep="true"><Say>Who?</Say></GetSpeech>')).toEqual([
      {
        do: "listen",
        prompts: [{ do: "say", text: "Who?" }],
        timeoutSeconds: 5,
        beep: true,
        action: { url: "https://scripts.example.com/a/said.xml", method: "POST" },
      },
    ]);
    expect(script('<Sms to="(202) 555-0123">Your code is 7</Sms><Message>Bye</Message>')).toEqual([
      { do: "sms", text: "Your code is 7", to: "+12025550123" },
      { do: "sms", text: "Bye" },
    ]);
  });

  test("addresses relative to the document, entities and CDATA", () => {
    expect(script("<Play>hold.mp3</Play><Say>Fish &amp; &#x43;hips <![CDATA[< 5]]></Say>")).toEqual([
      { do: "play", url: "https://scripts.example.com/a/hold.mp3" },
      { do: "say", text: "Fish & Chips < 5" },
    ]);
  });

  test.for<[string, string]>([
    ["<Response><Say>Hi</Say>\n</Responce>", "Line 2: </Responce> closes <Response> of line 1"],
    ["<Response>\n<Say>Hi\n</Response>", "Line 3: </Response> closes <Say> of line 2"],
    ["<Response>\n\n<Sing>Hi</Sing></Response>", "Line 3: <Sing> is not an element of a call script"],
    ["<Response>\n<Sms/></Response>", "Line 2: <Sms> has no text"],
    ['<Response><Sms to="soon">Hi</Sms></Response>', "Line 1: to of <Sms> is soon: "],
    ["<Response><GetSpeech><Hangup/></GetSpeech></Response>", "Line 1: <Hangup> cannot be inside <GetSpeech>"],
    ["<Answer/>", "Line 1: <Answer> must be <Response>"],
    [
      "<Response>\n<Say>a & b</Say></Response>",
      "Line 2: & is not an entity. Use &lt; &gt; &amp; &quot; or &apos;, and write & as &amp;",
    ],
    ["<Response>\n<Play>ftp://x/y.mp3</Play></Response>", "Line 2: <Play> needs a valid URL"],
    [
      "<Response><Dial>12</Dial></Response>",
      "Line 1: <Dial> holds 12: must be a valid SIP address or e164 phone number",
    ],
    ["<Response><Dial/></Response>", "Line 1: <Dial> has no target"],
    ["<Response><Dial>\n<Conference/></Dial></Response>", "Line 2: <Conference> has no name"],
    [
      "<Response><Dial><Number>+12025550123</Number>\n<Conference>a</Conference></Dial></Response>",
      "Line 2: <Conference> must be the only target in <Dial>",
    ],
    [
      "<Response>\n<Gather><PlayLastRecording/></Gather></Response>",
      "Line 2: <PlayLastRecording> cannot be inside <Gather>",
    ],
    [
      "<Response>\n<Gather><Dial>+12025550123</Dial></Gather></Response>",
      "Line 2: <Dial> cannot be inside <Gather>. Only Say, Play and Pause can",
    ],
    ['<Response><Pause length="soon"/></Response>', "Line 1: length of <Pause> must be a whole number from 0 to 86400"],
    ["<Response><Say/></Response>", "Line 1: <Say> has nothing to say"],
    ["", "Line 1: the document is empty"],
    ["<Response/>\n<Response/>", "Line 2: something follows the last element"],
    ['<Response a="1" a="2"/>', "Line 1: <Response> has the attribute a twice"],
    ["<Response", "Line 1: <Response> is not closed with >"],
  ])("%j: %s", ([text, problem]) => {
    expect((readCallXml(text) as { problem: string }).problem.slice(0, problem.length)).toBe(problem);
  });

  test.for<[string, string]>([
    [
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><Response>&x;</Response>',
      "declarations such as DOCTYPE are not allowed",
    ],
    ["<Response><Say>&lol9;</Say></Response>", "&lol9; is not an entity"],
    ["<Response><?php evil ?></Response>", "processing instructions are not allowed"],
    [`<Response>${"<a>".repeat(40)}</Response>`, "elements are nested deeper than 32"],
    [`<Response>${" ".repeat(70_000)}</Response>`, "the document is longer than 65536 characters"],
    [`<Response>${"<Hangup/>".repeat(101)}</Response>`, "a document holds at most 100 elements"],
  ])("nothing can make the reader fetch or grow: %j", ([text, problem]) => {
    expect((readCallXml(text) as { problem: string }).problem).toContain(problem);
  });
});
