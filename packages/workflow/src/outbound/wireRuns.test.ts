import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { makeDefinition } from "../engine/definition.ts";
import { simulate } from "../engine/simulate.ts";
import { Transcript } from "../engine/transcript.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { now, sampleContact } from "./describeKind.ts";
import { kindOf } from "./kinds/index.ts";

const fixtures = new URL("../../fixtures/wire/", import.meta.url);

const templates = new Map(
  [
    ["a1", "Welcome", "Welcome ${firstName}"],
    ["a2", "Reminder", "A reminder, ${firstName}"],
    ["a4", "Birthday card", "For you, ${firstName}"],
  ].map(([end, title = "", text = ""]) => {
    const templateId = `01980000-0000-7000-8000-0000000000${end}`;
    return [templateId, { templateId, title, text, mediaUrl: null }];
  }),
);

const offer = { type: "text" as const, text: "Spring is here", mediaUrl: null, cards: [], suggestions: [] };

/** Plays a wire example for one contact, who texts `replies` after so many hours; the transcript and how it ended. */
function play(
  file: string,
  replies: [hours: number, text: string][] = [],
  changed: (workflow: string) => string = (workflow) => workflow,
): { lines: string[]; status: string | undefined } {
  const workflow = changed(readFileSync(new URL(`${file}.json`, fixtures), "utf8"));
  const definition = makeDefinition({ campaignId: "c1", version: 1, workflow, kindOf });
  const extdata = {
    waitminutes: "30",
    waitdays: "1",
    calltime: "15:30",
    appointment: "2026-11-30T10:00:00-05:00",
    age: "30",
  };
  const transcript = new Transcript(definition, "America/New_York");
  const played = [
    ...simulate({
      definition,
      kindOf,
      lookup: {
        template: (id) => templates.get(id),
        rcsTemplate: (templateKey) => ({ templateKey, content: offer }),
        rcsAgent: (agentId) => ({ agentId, name: "The Shop" }),
        campaignExists: () => true,
        zone: zoneOf,
        federalDnc: () => undefined,
      },
      contacts: [{ ...sampleContact, extdata }],
      startMs: now,
      texts: replies.map(([hours, text]) => ({
        atMs: now + hours * 3_600_000,
        contactId: sampleContact.contactId,
        text,
      })),
    }),
  ];
  return {
    lines: played.flatMap(({ advance }) => transcript.lines(advance)),
    status: played.at(-1)?.advance.journey.status,
  };
}

describe("the wire examples run", () => {
  const files = readdirSync(fixtures)
    .filter((file) => /^[\w-]+\.json$/.test(file))
    .map((file) => file.slice(0, -5));

  test.for(files.filter((file) => file !== "empty"))("%s to its end", (file) => {
    expect(play(file).status).toBe("done");
  });

  test("a reply that says yes takes the event's path", () => {
    expect(play("event", [[3, "Yes"]]).lines).toEqual([
      "Wed 2026-11-18",
      "10:00 start #1 goes to smsSend #2",
      '10:00 smsSend #2 sends "Welcome Ann"',
      "10:00:01 smsSend #2 goes to event #3",
      "10:00:01 event #3 waits for a reply until Thu 10:00:01",
      '13:00 event #3 hears "Yes" and goes to control #10 (path 1 matched)',
      "13:00 control #10 ends the journey",
    ]);
  });

  test("an RCS message that the carrier took continues by the success path", () => {
    expect(play("rcsSend").lines.slice(2)).toEqual([
      '10:00 rcsSend #2 sends "Spring is here" by RCS as The Shop',
      "10:00:01 rcsSend #2 goes to control #3",
      "10:00:01 control #3 ends the journey",
    ]);
  });

  test("a section is left for another by its section node", () => {
    expect(play("section").lines).toEqual([
      "Wed 2026-11-18",
      "10:00 start #1 goes to smsSend #2",
      '10:00 smsSend #2 sends "Welcome Ann"',
      "10:00:01 smsSend #2 goes to section #3",
      "10:00:01 section #3 goes to timeDelay #4 (section Follow up)",
      "10:00:01 timeDelay #4 waits until Thu 10:00:01",
      "Thu 2026-11-19",
      "10:00:01 timeDelay #4 goes to smsSend #5",
      '10:00:01 smsSend #5 sends "A reminder, Ann"',
      "10:00:02 smsSend #5 goes to control #6",
      "10:00:02 control #6 ends the journey",
    ]);
  });

  test("a contact who stops gets nothing more, and the journey continues", () => {
    const { lines, status } = play("section", [[2, "STOP"]]);
    expect(status).toBe("done");
    expect(lines).toContain("10:00:01 smsSend #5 goes to control #6 (the contact has opted out)");
  });

  test("a node of a kind that this version does not have fails the journey, with a reason", () => {
    const { lines, status } = play("control", [], (workflow) => workflow.replace('"control"', '"teleport"'));
    expect(status).toBe("failed");
    expect(lines.at(-1)).toBe("10:00 teleport #3 fails the journey (this kind of node is unknown (teleport))");
  });
});
