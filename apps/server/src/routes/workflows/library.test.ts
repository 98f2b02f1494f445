import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import { type Simulation, simulate, simulatedWorld } from "@trunkline/workflow/engine/simulate.ts";
import { library } from "@trunkline/workflow/library/library.ts";
import { needsOf } from "@trunkline/workflow/library/libraryWorkflow.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { countSegments, encodingOf } from "@trunkline/workflow/parts/text/segments.ts";
import { bundleWithTests } from "@trunkline/workflow/trial/bundleWithTests.ts";
import { afterAll, describe, expect, it, test } from "vitest";
import { bundleAccount, reportOf } from "../../../test/bundleAccount.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { readBundleFile } from "../../terminal/readBundleFile.ts";
import { readContactFile } from "../../terminal/readContactFile.ts";

const db = await freshDatabase();
const server = await testServer(db);
const folder = await mkdtemp(join(tmpdir(), "library-"));
afterAll(() => rm(folder, { recursive: true }));

const start = Date.parse("2026-03-02T15:00:00Z");
const playable = library.filter(({ bundle }) => bundle.workflow !== undefined);
/** What contacts answer to a text, or press during a call: nothing, or something that one of the texts asks for. */
const answers = ["", "yes", "no", "1", "2", "5", "7", "9", "change", "maybe", "paid", "keep"];
/** Answers to the first text, the second one, and all others. */
const stories = answers.flatMap((one) => [["", "", one], ...answers.map((other) => [one, other])]);
/** What another system writes to the contact between the first text and the second. */
const meanwhile = { paymentstatus: "paid", orderplaced: "yes" };

function answering(story: readonly string[], writes: Record<string, string>): NonNullable<Simulation["respond"]> {
  const world = simulatedWorld();
  const texted = new Map<string, number>();
  return (effect, asked) => {
    const response = world(effect, asked);
    const { journeyId } = asked.journey;
    const count = texted.get(journeyId) ?? 0;
    const text = story[Math.min(count, story.length - 1)] ?? "";
    if (effect.do === "placeCall" && response.answer.ok)
      return { ...response, answer: { ...response.answer, vars: { [`node${asked.node}.digits`]: text } } };
    if (effect.do !== "sendSms") return response;
    texted.set(journeyId, count + 1);
    Object.assign(asked.contact.extdata, writes);
    return text === "" ? response : { ...response, replies: [{ afterMs: 60_000, text }] };
  };
}

async function filesOf({ key, bundle, contacts }: (typeof library)[number]) {
  const [workflowFile, contactFile] = [join(folder, `${key}.json`), join(folder, `${key}.csv`)];
  await writeFile(workflowFile, JSON.stringify(bundle));
  await writeFile(contactFile, `${contacts.join("\n")}\n`);
  return { workflow: await readBundleFile(workflowFile, start), file: await readContactFile(contactFile, key) };
}

/** All texts that the contacts get, and the nodes that they passed. */
async function played(entry: (typeof library)[number]) {
  const { workflow, file } = await filesOf(entry);
  const texts = new Set<string>();
  const passed = new Set<number>();
  const open = new Set<string>();
  const { definition, lookup } = workflow;
  for (const [story, writes] of [...stories.map((one) => [one, {}] as const), [[""], meanwhile] as const]) {
    const contacts = structuredClone(file.contacts);
    const respond = answering(story, writes);
    for (const one of simulate({ definition, kindOf, lookup, contacts, respond, startMs: start })) {
      const { journey, steps, effects } = one.advance;
      const place = `${story.join(", then ")}: ${journey.journeyId}`;
      if (journey.status === "done") open.delete(place);
      else open.add(place);
      for (const step of steps) passed.add(step.node);
      for (const { effect } of effects) if (effect.do === "sendSms") texts.add(effect.text);
    }
  }
  return { texts, passed, open, contacts: file };
}

/** As the page imports it. */
function withTests<File extends object>(file: File): File {
  const { legalHours, carrierLookup } = accountSettings.parse({});
  const steps = bundleWithTests(file, { legalHours, carrierLookup: carrierLookup !== "none" }, () => false);
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

describe("the workflow library (decision 0079)", () => {
  it("has twenty workflows of both types with different titles", () => {
    expect(new Set(library.map(({ title }) => title)).size).toBe(20);
    expect(new Set(library.map(({ type }) => type))).toEqual(new Set(["Outbound", "Inbound"]));
    for (const entry of library) expect(needsOf(entry).length).toBeGreaterThan(0);
  });

  test.for(library)(
    "$title can be imported into an empty account without a problem, and passes its tests there",
    async (entry) => {
      const of = await bundleAccount(server, `Library ${entry.key}`);
      const made = await of.first("POST", "/v4/campaign/import", withTests(entry.bundle));
      const { items, problems, notes } = reportOf(made) satisfies BundleReport;
      expect([problems, notes]).toEqual([[], []]);
      expect(items.filter(({ required, outcome }) => required || outcome === "left")).toEqual([]);
      expect(
        items.filter(({ kind }) => kind === "workflow" || kind === "inbound").map(({ outcome }) => outcome),
      ).toEqual(entry.type === "Inbound" && entry.bundle.workflow !== undefined ? ["new", "new"] : ["new"]);
    },
  );

  test.for(playable)(
    "$title ends for every sample contact, whatever they answer, and no node is left out",
    async (entry) => {
      const { passed, open, contacts } = await played(entry);
      expect(contacts.rejected).toEqual([]);
      expect(contacts.contacts.length).toBeGreaterThan(1);
      expect([...open]).toEqual([]);
      const drawn = entry.bundle.workflow?.nodes ?? [];
      expect(drawn.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
    },
  );

  test.for(playable)(
    "$title sends every text in one segment of plain characters, with all variables filled in",
    async (entry) => {
      const { texts } = await played(entry);
      expect(texts.size).toBeGreaterThan(0);
      expect([...texts].filter((text) => countSegments(text) > 1 || encodingOf(text) !== "GSM7")).toEqual([]);
      expect([...texts].filter((text) => /\$\{|\s{2}|\s[,.!?]/.test(text))).toEqual([]);
    },
  );

  it("says how to opt out in the first text of everything that is not a reply or a service message", () => {
    const service = ["Appointments", "Payments and orders", "Alerts", "Inbound"];
    for (const { title, category, bundle } of library) {
      if (service.includes(category)) continue;
      expect(`${title}: ${bundle.templates?.[0]?.templateText}`).toMatch(/STOP to opt out/);
    }
  });
});
