import { describe, expect, test } from "vitest";
import { type Ivr, newIvr } from "../voice/ivr/ivr.ts";
import type { DraftChoices } from "./draftChoices.ts";
import { draftMenus, outlineMenus } from "./draftMenus.ts";
import { findMenuGaps } from "./findMenuGaps.ts";
import { answerLocally } from "./localDrafter.ts";
import { explainMenusQuestion, menusQuestion } from "./menusQuestion.ts";

const winBack = "0198c0de-0000-7000-8000-00000000000a";
const choices: DraftChoices = {
  workGroups: [],
  liveLists: ["on-call"],
  ivrs: [],
  inboxes: [],
  workflows: [{ id: winBack, name: "Win back" }],
};
const recorded: Ivr = {
  ...newIvr(),
  menus: [
    {
      menuId: "main",
      say: "",
      play: "https://acme.com/hello.mp3",
      recording: true,
      version: 3,
      entry: true,
      options: [{ dtmfKey: 1, say: "", actions: [{ type: "workflow", value: winBack }] }],
    },
  ],
};

const draft = (said: unknown, before: Ivr = newIvr(), known = "") =>
  draftMenus(before, typeof said === "string" ? said : JSON.stringify(said), { known, choices });
const answerOf = (...options: object[]) => ({ summary: "A menu.", menus: [{ name: "main", say: "Hello.", options }] });
const option = (...actions: object[]) => ({ key: 1, say: "One moment.", actions });

describe("a draft of IVR menus", () => {
  test("has menus, messages and actions with what the account has by name", () => {
    const made = draft({
      ...answerOf(option({ type: "workflow", value: "win back" }, { type: "nextMenu", value: "late" })),
      maxAttemptMessage: "Goodbye.",
      menus: [
        {
          name: "main",
          say: "Hello.",
          options: [option({ type: "workflow", value: "win back" }, { type: "nextMenu", value: "late" })],
        },
        { name: "late", say: "We are closed.", options: [option({ type: "livelist", value: "On-Call" })] },
      ],
    });
    expect(made).toMatchObject({
      ok: true,
      ivr: {
        configurationOptions: { maxAttemptsSay: "Goodbye." },
        menus: [
          {
            menuId: "main",
            entry: true,
            options: [{ actions: [{ value: winBack }, { type: "nextMenu", value: "late" }] }],
          },
          { menuId: "late", entry: false, options: [{ actions: [{ type: "livelist", value: "on-call" }] }] },
        ],
      },
    });
  });

  test("keeps a recorded message that the answer has no text for", () => {
    const made = draft({ summary: "x", menus: [{ name: "main", options: [option({ type: "hangup" })] }] }, recorded);
    expect(made).toMatchObject({
      ivr: { menus: [{ play: "https://acme.com/hello.mp3", recording: true, version: 3, options: [{ dtmfKey: 1 }] }] },
    });
  });

  test("changes nothing when the model only asks", () => {
    expect(draft({ summary: "x", questions: ["Who?"], menus: [] }, recorded)).toMatchObject({
      ok: true,
      ivr: recorded,
    });
  });

  test("is made from an outline with names of workflows and without their ids", () => {
    const outline = JSON.stringify(outlineMenus(recorded, choices));
    expect(outline).toContain('"recorded":true');
    expect(outline).toContain('"value":"Win back"');
    expect(outline).not.toMatch(/0198c0de|acme/);
  });
});

describe("hostile and useless answers about IVR menus are refused", () => {
  test.for<[what: string, said: unknown, why: string]>([
    ["words", "Call me instead", "The answer is not JSON"],
    ["an unknown property", { ...answerOf(), publish: true }, "unknown properties: publish"],
    ["a setting of the form", { ...answerOf(), ttsVoice: "x" }, "unknown properties: ttsVoice"],
    ["an unknown action", answerOf(option({ type: "record" })), "is not one of the actions of an IVR menu"],
    ["a key that menus keep", answerOf({ key: 9, say: "x", actions: [{ type: "hangup" }] }), "menus.0.options.0.key"],
    ["a key twice", answerOf(option({ type: "hangup" }), option({ type: "hangup" })), "main: DTMF key must be unique"],
    ["an option without an action", answerOf(option()), "main: Action Type is required"],
    [
      "an action after the end",
      answerOf(option({ type: "hangup" }, { type: "say", value: "x" })),
      "hangup must be the last action",
    ],
    ["a menu that is not there", answerOf(option({ type: "nextMenu", value: "vip" })), 'The menu "vip" does not exist'],
    [
      "a live list that is not there",
      answerOf(option({ type: "livelist", value: "vip" })),
      "there is no live list “vip”",
    ],
    ["a workflow by its id", answerOf(option({ type: "workflow", value: winBack })), "there is no outbound workflow"],
    ["a number that no one named", answerOf(option({ type: "dial", value: "+19005550199" })), "contains 19005550199"],
    ["a number that is none", answerOf(option({ type: "dial", value: "911" })), "main: Phone number is invalid"],
    [
      "a sound from elsewhere",
      answerOf(option({ type: "play", value: "https://evil.example/a.mp3" })),
      "contains evil.example",
    ],
    ["markup in what is said", { summary: "x", menus: [{ name: "main", say: "<break/>" }] }, "must not contain HTML"],
    ["a script in a name", { summary: "x", menus: [{ name: "<script>", say: "x" }] }, "must not contain HTML"],
  ])("%s", ([, said, why]) => {
    expect(draft(said)).toEqual({ ok: false, refused: expect.stringContaining(why) });
  });
});

describe("the local drafter of IVR menus", () => {
  const local = (words: string, before: Ivr = newIvr()) => {
    const ivr = outlineMenus(before, choices);
    const said = answerLocally(menusQuestion({ words, earlier: [], ivr }));
    const made = draft(said, before, `${words}\n${JSON.stringify(ivr)}`);
    if (!made.ok) throw new Error(made.refused);
    return made;
  };

  test("finds keys with numbers, live lists, workflows and texts, and asks about the others", () => {
    const made = local(
      "A menu for Acme: press 1 for sales at +1 202 555 0143, press 2 for emergencies (on-call), press 3 to hear our hours: We are open from 9 to 5. Press 4 for jobs.",
    );
    expect(made.ivr.menus.map(({ say }) => say)).toEqual([
      "Welcome to Acme. For sales, press 1. For emergencies, press 2. To hear our hours, press 3. For jobs, press 4.",
    ]);
    expect(made.ivr.menus[0]?.options.map(({ dtmfKey, say, actions }) => [dtmfKey, say, actions[0]?.value])).toEqual([
      [1, "One moment, please.", "+12025550143"],
      [2, "One moment, please.", "on-call"],
      [3, "We are open from 9 to 5", ""],
      [4, "Goodbye.", ""],
    ]);
    expect(made.questions).toEqual([expect.stringContaining("What should key 4 do (jobs)?")]);
  });

  test("adds keys to the entry menu of an IVR and keeps the others", () => {
    const before = local("Press 1 for sales at +1 202 555 0143").ivr;
    const made = local("Press 2 for help on-call", before);
    expect(made.ivr.menus[0]?.options.map(({ dtmfKey }) => dtmfKey)).toEqual([1, 2]);
    expect(made.ivr.menus[0]?.say).toBe("For sales, press 1. For help, press 2.");
  });

  test("asks what the keys do when a sentence names none", () => {
    expect(local("Make callers happy", recorded)).toMatchObject({ ivr: recorded, questions: [expect.any(String)] });
  });
});

describe("IVR menus are explained and checked by rules", () => {
  const drafted = (menus: unknown[]) => {
    const made = draft({ summary: "x", menus }, newIvr(), JSON.stringify(menus));
    if (!made.ok) throw new Error(made.refused);
    return made.ivr;
  };
  const main = (say: string, ...options: unknown[]) => ({ name: "main", say, options });

  test("the local drafter says what callers hear and what each key does", () => {
    const before = drafted([
      main("For on-call help, press 1.", option({ type: "livelist", value: "on-call" }), {
        key: 2,
        say: "Sure.",
        actions: [{ type: "nextMenu", value: "late" }],
      }),
      { name: "late", say: "It is late.", options: [{ key: 1, say: "Goodbye.", actions: [{ type: "hangup" }] }] },
    ]);
    expect(answerLocally(explainMenusQuestion(outlineMenus(before, choices)))).toBe(
      [
        "Callers first hear: “For on-call help, press 1.”",
        "  Who presses 1 hears “One moment.”, then waits for the live list on-call.",
        "  Who presses 2 hears “Sure.”, then goes to late.",
        "In late they hear: “It is late.”",
        "  Who presses 1 hears “Goodbye.”, then the call ends.",
      ].join("\n"),
    );
  });

  test.for<[what: string, menus: unknown[], gaps: string[]]>([
    ["nothing", [main("Press one for help.", option({ type: "livelist", value: "on-call" }))], []],
    [
      "a key that the message does not mention",
      [main("Welcome.", option({ type: "livelist", value: "on-call" }))],
      ["The message of main does not mention key 1."],
    ],
    [
      "a way to a person",
      [main("Press 1 for our hours.", option({ type: "hangup" }))],
      ["No key leads to a person: callers only hear messages."],
    ],
    [
      "keys, and a key that leads to a menu",
      [main("Press 1.", option({ type: "dial", value: "+12025550143" })), { name: "late", say: "Late.", options: [] }],
      ["late is never reached: no key leads to it.", "late has no key, so callers wait until the call ends."],
    ],
  ])("%s is missing", ([, menus, gaps]) => {
    expect(findMenuGaps(drafted(menus)).map(({ message }) => message)).toEqual(gaps);
  });
});
