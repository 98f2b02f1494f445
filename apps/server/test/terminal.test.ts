import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launch, makeOpenFolder } from "./launch.ts";
import { sayCommand } from "./sayCommand.ts";

const examples = join(import.meta.dirname, "../../../examples");
const reminder = join(examples, "appointment-reminder.json");
const spring = join(examples, "spring-offer.json");
const contacts = [
  "phone,firstName,state,appointment",
  "+12125550101,Ann,NY,Friday 10:00",
  "+13125550102,Ben,IL,Friday 11:00",
  "+14155550103,Cleo,CA,Monday 9:00",
];

let folder: string;
let people: string;
beforeAll(async () => {
  folder = await makeOpenFolder();
  people = await fileOf("contacts.csv", contacts.join("\n"));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** In a process of its own, as a terminal does. */
async function launched(...args: string[]): Promise<{ code: number | string; said: string }> {
  const program = launch(args);
  const code = await program.ended;
  return { code, said: program.said() };
}
const run = sayCommand;

const transcriptOf = async (seed: string, ...more: string[]): Promise<string> => {
  const path = join(folder, `transcript-${seed}.txt`);
  const { code, said } = await run(
    "run",
    spring,
    "--contacts",
    people,
    "--seed",
    seed,
    `--transcript=${path}`,
    ...more,
  );
  expect([code, said]).toEqual([0, expect.stringContaining("Spring offer split")]);
  return readFile(path, "utf8");
};

describe("trunkline run", () => {
  it("tells each contact's journey as text, with the time where the contact is", async () => {
    const transcript = await transcriptOf("7");
    expect(transcript.split("\n").slice(0, 8)).toEqual([
      "+12125550101 Ann (America/New_York, from the state)",
      "  Mon 2026-03-02",
      "  10:00 start #1 goes to dncCheck #2",
      "  10:00 dncCheck #2 goes to percentage #4 (not on the account's list for sms)",
      "  10:00 percentage #4 goes to smsSend #5 (at random, weight 50 of 100)",
      '  10:00 smsSend #5 sends "Spring is here, Ann! Whitening is 20% off until Friday. Reply YES to book."',
      "  10:00:01 smsSend #5 goes to control #8",
      "  10:00:01 control #8 ends the journey",
    ]);
    expect(transcript).toContain("+14155550103 Cleo (America/Los_Angeles, from the state)");
  });

  it("does the same again by the same seed, and something else by another", async () => {
    const first = await transcriptOf("7");
    expect(await transcriptOf("7")).toBe(first);
    expect(await transcriptOf("8")).not.toBe(first);
  });

  it("has contacts answer by --reply, by the seed as well", async () => {
    const args = ["run", reminder, "--contacts", people, "--transcript", "--reply", "yes=100"];
    const { code, said } = await launched(...args);
    expect([code, said]).toEqual([0, expect.stringContaining('hears "yes"')]);
    expect((await launched(...args)).said).toBe(said);
  });

  it("names the line of an invalid row, and continues with the others", async () => {
    const path = await fileOf("rows.csv", [...contacts, "12,Bad,CA,", "+16025550104,Dan"].join("\n"));
    const { code, said } = await run("run", spring, "--contacts", path);
    expect(code).toBe(0);
    expect(said).toContain(`${path}, line 5: no such phone number`);
    expect(said).toContain(`${path}, line 6: The row has 2 columns but the header has 4`);
    expect(said).toMatch(/contacts +3/);
  });
});

describe("trunkline test", () => {
  const withTest = async (text: string): Promise<string> => {
    const bundle = JSON.parse(await readFile(reminder, "utf8")) as Record<string, unknown>;
    const steps = [
      { node: 1, outcome: "went", to: 2 },
      { node: 2, outcome: "asked", message: { kind: "text", text } },
    ];
    const test = {
      title: "Asks for a reply",
      contact: { phone: "+12125550101", firstName: "Ann", fields: { appointment: "Friday 10:00" } },
      start: "2026-03-02T15:00:00Z",
      expects: { steps, end: { status: "waiting" } },
    };
    return fileOf("tests.json", JSON.stringify({ ...bundle, tests: [test] }, null, 2));
  };

  it("ends with 0 when all tests pass", async () => {
    const { code, said } = await run("test", reminder);
    expect([code, said.split("\n")]).toEqual([
      0,
      [
        "Appointment reminder",
        "  passed  Replies “change” and ends at Stop 8",
        "  passed  Does not reply and ends at Stop 10",
        "  passed  Replies “yes” and ends at Stop 11",
        "3 tests passed",
        "",
      ],
    ]);
  });

  it("names the step that differs, shows both stories and ends with 1", async () => {
    const { code, said } = await launched("test", await withTest("Good morning"));
    expect([code, said.split("\n")]).toEqual([
      1,
      expect.arrayContaining([
        "  FAILED  Asks for a reply",
        expect.stringMatching(/^ +SMS Send 2 says “.*”, but “Good morning” was expected$/),
        expect.stringMatching(/^ +expected +now$/),
        expect.stringMatching(/^ +> SMS Send 2: Text: “Good morning” +03-02 10:00 SMS Send 2: Text: “/),
        "1 of 1 test failed",
      ]),
    ]);
  });

  it("refuses a bundle without tests, and a broken test with its line", async () => {
    const none = await run("test", spring);
    expect([none.code, none.said]).toEqual([1, expect.stringContaining(`${spring} contains no tests.`)]);
    const path = await withTest("Hi");
    const text = (await readFile(path, "utf8")).replace('"2026-03-02T15:00:00Z"', '"soon"');
    await writeFile(path, text);
    const line = text.slice(0, text.indexOf('"start": "soon"')).split("\n").length;
    const { code, said } = await run("test", path);
    expect([code, said]).toEqual([1, expect.stringContaining(`${path}, line ${line}: tests.0.start must be a date`)]);
  });
});

describe("what cannot be run is refused with its file and line", () => {
  it.each<[string, string, string | Uint8Array, string]>([
    [
      "broken JSON",
      "broken.json",
      '{ "trunkline": 1,\n "campaign": }',
      ', line 2: The bundle is not JSON: line 2, column 14: a value is expected, but there is "}"',
    ],
    [
      "a bundle without a workflow",
      "half.json",
      '{\n "trunkline": 1,\n "campaign": {\n "campaignName": "" }\n}',
      ", line 4: campaign.campaignName is required",
    ],
    ["an empty contact file", "empty.csv", "", ": The file is empty"],
    [
      "contacts without a phone",
      "names.csv",
      "name\nAnn\n",
      ", line 1: No column contains a phone number or an e-mail address",
    ],
    [
      "a quote that never ends",
      "quote.csv",
      'phone,name\n+12125550101,"Ann\n',
      ", line 2: A quote is opened and never closed",
    ],
    ["no UTF-8", "latin.csv", new Uint8Array([112, 104, 111, 110, 101, 10, 0xff, 10]), ", line 2, byte 7 of the file"],
  ])("%s", async (_, name, content, message) => {
    const path = await fileOf(name, content);
    const files = name.endsWith(".json") ? [path, people] : [spring, path];
    const { code, said } = await run("run", files[0]!, "--contacts", files[1]!);
    expect([code, said]).toEqual([1, expect.stringContaining(`${path}${message}`)]);
  });

  it("an invalid node, with its line", async () => {
    const bundle = JSON.parse(await readFile(spring, "utf8")) as { workflow: { nodes: Record<string, unknown>[] } };
    Object.assign(bundle.workflow.nodes[1]!, { type: "blub" });
    const text = JSON.stringify(bundle, null, 2);
    const path = await fileOf("type.json", text);
    const { code, said } = await run("run", path, "--contacts", people);
    const begins = text.lastIndexOf("{", text.indexOf('"type": "blub"'));
    const line = text.slice(0, begins).split("\n").length;
    expect([code, said]).toEqual([
      1,
      expect.stringContaining(`${path}, line ${line}: Node 2: the node type "blub" does not exist`),
    ]);
  });

  it("a folder in the place of a file", async () => {
    const { code, said } = await run("run", folder, "--contacts", people);
    expect([code, said]).toEqual([1, `${folder}: this is a directory, not a file\n`]);
  });

  it("files that are not there", async () => {
    const path = join(folder, "nowhere");
    for (const files of [
      [path, people],
      [spring, path],
    ] as const) {
      const { code, said } = await run("run", files[0], "--contacts", files[1]);
      expect([code, said]).toEqual([1, `${path}: the file does not exist\n`]);
    }
  });
});

describe("a transcript", () => {
  it.each([
    ["a folder that is not there", () => join(folder, "nowhere/t.txt"), "the directory does not exist"],
    ["a folder", () => folder, "this is a directory, not a file"],
    ["a full disk", () => "/dev/full", "the disk is full"],
  ])("that cannot be written to %s is refused", async (_, pathOf, reason) => {
    const { code, said } = await run("run", spring, "--contacts", people, `--transcript=${pathOf()}`);
    expect([code, said]).toEqual([1, expect.stringContaining(`${pathOf()}: ${reason}\n`)]);
  });

  it("may be read no further than wanted", async () => {
    const program = launch(["simulate", spring, "--transcript"]);
    program.child.stdout?.destroy();
    expect([await program.ended, program.said()]).toEqual([0, expect.not.stringContaining("EPIPE")]);
  });
});

describe("wrong usage ends with 2 and points to the help", () => {
  it.each<[string[], string]>([
    [["frobnicate"], "error: unknown command 'frobnicate'"],
    [["run", spring], "error: required option '--contacts <file>' not specified"],
    [["run", spring, "--contacts", "c.csv", "--nonsense"], "error: unknown option '--nonsense'"],
    [["run", spring, "--contacts", "PEOPLE", "--start", "soon"], '--start: "soon" is not a date and time'],
    [
      ["run", spring, "--contacts", "PEOPLE", "--reply", "yes=200"],
      '--reply: "yes=200" must be a text and a percentage',
    ],
    [["simulate", spring, "--count", "0"], '--count: "0" must be a whole number from 1 to 5000000'],
  ])("trunkline %j", async (args, message) => {
    const asked = args.map((arg) => (arg === "PEOPLE" ? people : arg));
    const { code, said } = await (args[0] === "frobnicate" ? launched : run)(...asked);
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each(["serve", "run", "simulate", "test", "migrate", "api-key", "doctor"])(
    "trunkline %s --help ends with 0",
    async (name) => {
      const { code, said } = await run(name, "--help");
      expect([code, said]).toEqual([0, expect.stringContaining(`Usage: trunkline ${name}`)]);
    },
  );
});
