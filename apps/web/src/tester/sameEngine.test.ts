import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { makeDefinition } from "@trunkline/workflow/engine/definition.ts";
import type { JourneyEvent } from "@trunkline/workflow/engine/effects.ts";
import { lookupOf } from "@trunkline/workflow/engine/lookupOf.ts";
import { newPlayer, type PlayedWorkflow, type Player, playEvent } from "@trunkline/workflow/engine/player.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import type { runningKindOf } from "@trunkline/workflow/outbound/kinds/runningKinds.ts";
import { dice, randomWorkflow, words } from "@trunkline/workflow/outbound/randomWorkflow.ts";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleContact } from "./sampleContact.ts";

// The engine as the pages have it, without the behavior in the registry, against the engine of the worker.

interface Engine {
  makeDefinition: typeof makeDefinition;
  lookupOf: typeof lookupOf;
  playEvent: typeof playEvent;
  newPlayer: typeof newPlayer;
  runningKindOf: typeof runningKindOf;
}

const web = fileURLToPath(new URL("../..", import.meta.url));
const source = fileURLToPath(new URL("../../../../packages/workflow/src/", import.meta.url));
let folder: string;
let page: Engine;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "same-engine-"));
  const parts = {
    makeDefinition: "engine/definition.ts",
    lookupOf: "engine/lookupOf.ts",
    playEvent: "engine/player.ts",
    newPlayer: "engine/player.ts",
    runningKindOf: "outbound/kinds/runningKinds.ts",
  };
  const entry = join(folder, "entry.ts");
  const lines = Object.entries(parts).map(
    ([name, file]) => `export { ${name} } from ${JSON.stringify(source + file)};`,
  );
  await writeFile(entry, lines.join("\n"));
  await build({
    root: web,
    configFile: join(web, "vite.config.ts"),
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: join(folder, "built"),
      lib: { entry, formats: ["es"], fileName: "engine" },
      minify: true,
      // a library keeps exactly the exports of its entry, which the files of the pages do not need
      rolldownOptions: { preserveEntrySignatures: "allow-extension" },
    },
  });
  page = (await import(pathToFileURL(join(folder, "built", "engine.js")).href)) as Engine;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An event that fits the journey, or now and then one that does not. */
function randomEvent({ journey }: Player, roll: (limit: number) => number): JourneyEvent {
  const text = words[roll(words.length)] ?? "";
  const node = journey.at ?? 1;
  if (roll(6) === 0) return { type: "replied", node: 1 + roll(6), text };
  if (journey.status === "asking")
    return roll(3) === 0
      ? {
          type: "answered",
          node,
          answer: { ok: false, reason: ["carrier_rejected", "call_busy", "no_model"][roll(3)] ?? "" },
        }
      : { type: "answered", node, answer: { ok: true, text, vars: { [`node${node}.status`]: text } } };
  return journey.status === "waiting" && journey.listening && roll(2) === 0
    ? { type: "replied", node, text }
    : { type: "woke" };
}

const texts = { templates: [{ templateId: "t", title: "T", text: "Hi ${firstName}, ${plan}", mediaUrl: null }] };
const loaded = { ...texts, emailTemplates: [], rcsTemplates: [], rcsAgents: [], campaignIds: [] };

describe("The engine in the page", () => {
  test("does step for step what the engine of the worker does, over 1 000 random workflows", () => {
    let played = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const roll = dice(seed);
      const workflow = randomWorkflow(roll);
      const text = JSON.stringify({ ...workflow, sections: workflow.sections ?? {} });
      const protection =
        roll(2) === 0
          ? {}
          : {
              timezoneProtectionType: 1,
              timezoneProtectionStartTime: "09:00:00",
              timezoneProtectionEndTime: "17:30:00",
            };
      const definition = { campaignId: "c", version: 1, workflow: text, protection, legalHours: roll(2) === 0 };
      const anyTemplate = { template: () => loaded.templates[0], hasModel: () => seed % 3 === 0 };
      const inPage: PlayedWorkflow = {
        definition: page.makeDefinition({ ...definition, kindOf: page.runningKindOf }),
        kindOf: page.runningKindOf,
        lookup: page.lookupOf(loaded, anyTemplate),
        // the tester plays one visit at a time
        visits: 1,
      };
      const inWorker: PlayedWorkflow = {
        definition: makeDefinition({ ...definition, kindOf }),
        kindOf,
        lookup: lookupOf(loaded, anyTemplate),
      };
      const contact = {
        ...sampleContact,
        extdata: { plan: words[roll(words.length)] ?? "" },
        dnc: roll(8) === 0 ? 2 : 0,
      };
      let now = Date.parse("2026-03-02T15:00:00Z");
      let one = page.newPlayer(contact, `j${seed}`, now);
      let other = newPlayer(contact, `j${seed}`, now);
      let event: JourneyEvent = { type: "started" };
      for (let turn = 0; turn < 14; turn++) {
        const steps = [];
        const effects = [];
        for (let next: JourneyEvent = event; ; next = { type: "started" }) {
          const moved = page.playEvent(one, next, inPage, now);
          one = moved.player;
          steps.push(...moved.advance.steps);
          effects.push(...moved.advance.effects);
          if (one.journey.status !== "moving" || moved.advance.steps.length === 0) break;
        }
        const worked = playEvent(other, event, inWorker, now);
        // the worker writes the journey and reads it again
        other = JSON.parse(JSON.stringify(worked.player)) as Player;
        played += steps.length;
        const ofPage = { seed, steps, effects, player: one };
        const { advance } = worked;
        const ofWorker = { seed, steps: advance.steps, effects: advance.effects, player: other };
        // comparing texts is quick, and the values say what differs
        if (JSON.stringify(ofPage) !== JSON.stringify(ofWorker))
          expect(JSON.parse(JSON.stringify(ofPage))).toEqual(JSON.parse(JSON.stringify(ofWorker)));
        event = randomEvent(other, roll);
        now = Math.max(now + 1000, event.type === "woke" ? (other.journey.wakeAt ?? 0) : 0);
      }
    }
    // the workflows did go somewhere
    expect(played).toBeGreaterThan(3_000);
  });
});
