import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { AnyNodeKind } from "../../nodeKind.ts";
import { fieldIssues } from "../../parts/fieldIssues.ts";
import { isBlank } from "../../parts/required.ts";
import type { SavedNode } from "../../savedNode.ts";
import { isKindName } from "../kindTable.ts";
import { helpOf } from "./helps.ts";
import { claimants, kindNameOf, kindOf, kinds } from "./index.ts";
import { unknownKind } from "./unknownKind.ts";

const folder = new URL(".", import.meta.url);
const all = Object.entries<AnyNodeKind>(kinds);
const context = { flag: () => true, today: "2026-11-18" };
const saved = (type: string, own: object, children = [3, 4, 5]): SavedNode => ({
  id: 2,
  type,
  x: 0,
  y: 0,
  children,
  ...own,
});

describe("every kind keeps the registry's promises", () => {
  test("one folder for each kind, by the kind's name", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(kinds).sort());
  });

  test.for(all)("%s: the example parses, and is written as it was read", ([, kind]) => {
    const own = kind.own.parse(kind.example);
    expect(own).toEqual(kind.example);
    expect(kind.write(kind.read(own, [3, 4, 5]))).toEqual(kind.example);
  });

  test.for(all)("%s: a node that was saved before its fields existed still parses", ([, kind]) => {
    expect(kind.own.safeParse({}).success).toBe(true);
  });

  test.for(all)("%s: each required field that is shown and empty is named", ([, kind]) => {
    const said = kind.validate(kind.defaults, context).map(({ message }) => message);
    for (const { name, label, required, show } of kind.fields) {
      const isShown = show?.(kind.defaults) ?? true;
      if (required && isShown && isBlank(kind.defaults[name])) expect(said).toContain(`${label} is required`);
    }
  });

  test.for(all)("%s: exactly one kind claims the example", ([name, kind]) => {
    expect(claimants(saved(kind.type ?? name, kind.example))).toEqual([name]);
    expect(kindOf(saved(kind.type ?? name, kind.example))).toBe(kind);
  });

  test.for(all)("%s: card, exits and rules survive the defaults", ([, kind]) => {
    expect(Array.isArray(kind.card(kind.defaults))).toBe(true);
    expect(kind.exits(kind.defaults).every(({ target }) => target === null)).toBe(true);
    expect(Array.isArray(kind.validate(kind.defaults, context))).toBe(true);
  });

  test.for(all)("%s: the help says something", ([name, kind]) => {
    expect(helpOf(name).length).toBeGreaterThan(40);
    expect(kind.label).not.toBe("");
  });

  test.for(all)("%s: retarget leads every way out elsewhere, and nowhere", ([, kind]) => {
    const targets = kind.exits(kind.defaults).map((_, index) => index + 10);
    const connected = kind.retarget(kind.defaults, targets);
    expect(kind.exits(connected).map(({ target }) => target)).toEqual(targets);
    const cut = kind.retarget(
      connected,
      targets.map(() => null),
    );
    expect(kind.exits(cut).every(({ target }) => target === null)).toBe(true);
  });

  test.for(all)("%s: a fraction in a whole number is refused in words", ([, kind]) => {
    for (const { show: _, ...field } of kind.fields)
      if (field.input === "number")
        expect(fieldIssues([field], { [field.name]: 3.5 }).map(({ message }) => message)).toEqual(
          field.decimals === undefined ? [`${field.label} must be a whole number`] : [],
        );
  });

  test.for(all)(
    "%s: a text that parses but can never be filled is refused in every field with variables",
    ([, kind]) => {
      for (const { show: _, ...field } of kind.fields)
        if (field.input === "url" || field.input === "assetUrl" || ("variables" in field && field.variables === true))
          expect(fieldIssues([field], { [field.name]: "${1/0}" }).map(({ message }) => message)).toContainEqual(
            expect.stringMatching(`^${field.label} cannot be read: `),
          );
    },
  );

  test.for(all)("%s: fields name the draft's own values", ([, kind]) => {
    for (const { name } of kind.fields) expect(Object.keys(kind.defaults)).toContain(name);
  });

  test.for(all)("%s: has cases beside it", ([name]) => {
    const file = new URL(`${name}/${name}.test.ts`, folder);
    expect(existsSync(file) && readFileSync(file, "utf8").includes(`describeKind("${name}"`)).toBe(true);
  });
});

describe("the saved examples", () => {
  const fixtures = new URL("../../../fixtures/wire/", import.meta.url);
  const savedTypes = readdirSync(fixtures)
    .filter((file) => /^[\w-]+\.json$/.test(file))
    .flatMap((file): SavedNode[] => JSON.parse(readFileSync(new URL(file, fixtures), "utf8")).nodes)
    .map(({ type }) => type);

  // a section's start is made when a workflow loads and is never saved
  test.for(all.filter(([name]) => name !== "sectionStart"))("%s: fixtures/wire has an example", ([name, kind]) => {
    expect(savedTypes).toContain(kind.type ?? name);
  });
});

describe("a saved node of a kind that this version does not have", () => {
  const node = saved("teleport", { depth: 3 });

  test("is unknown, not an error", () => {
    expect(kindNameOf(node)).toBeUndefined();
    expect(isKindName("teleport")).toBe(false);
    expect(isKindName("constructor")).toBe(false);
    expect(kindOf(node)).toBe(unknownKind);
  });

  test("is written as it was read", () => {
    expect(unknownKind.write(unknownKind.read({ depth: 3 }, [3]))).toEqual({ depth: 3 });
  });

  test("fails the journey that reaches it, with a reason", () => {
    expect(unknownKind.run({ ...node, depth: 3 }, {} as never)).toEqual({ fail: "unknown_kind: teleport" });
  });
});

describe("help and cards", () => {
  test("the DNC-check help links to /businessprofiles and says what spec 2 §2.1 demands", () => {
    expect(helpOf("dncCheck")).toContain("(/businessprofiles)");
    expect(helpOf("dncCheck")).toContain("Numbers on the SMS or Call DNC cannot be removed");
    expect(helpOf("dncCheck")).toContain("also requires a DNC feature or a registered subscription account number");
  });

  test("start shows Title, smsSend Template Name, section Section (spec 2 §2.1)", () => {
    const labels = [kinds.start, kinds.smsSend, kinds.section].map(
      (kind) => (kind as AnyNodeKind).card(kind.defaults)[0]?.label,
    );
    expect(labels).toEqual(["Title", "Template Name", "Section"]);
  });

  test("percentages are shown with two decimals (spec 2 §3.2)", () => {
    const kind: AnyNodeKind = kinds.percentage;
    expect(kind.card(kind.defaults)).toEqual([{ label: "Paths", value: "50.00 / 50.00" }]);
  });

  test("only percentages are padded with zeros in their field (spec 2 §3.2)", () => {
    const columns = ({ fields }: AnyNodeKind) =>
      fields.flatMap((field) =>
        field.input === "rows" ? (field.fields as readonly unknown[] as AnyNodeKind["fields"]) : [field],
      );
    const padded = Object.values<AnyNodeKind>(kinds)
      .flatMap(columns)
      .filter((field) => field.input === "number" && field.fixedDecimals);
    expect(padded.map(({ label }) => label)).toEqual(["Percentage"]);
  });

  test("edges carry their condition in words", () => {
    const words = (name: keyof typeof kinds, own: object, children: number[] = []): string[] => {
      const kind: AnyNodeKind = kinds[name];
      return kind.exits(kind.read(kind.own.parse(own), children)).map((exit) => exit.name);
    };
    expect(words("percentage", { percentages: [3000, 7000] })).toEqual(["30.00 %", "70.00 %"]);
    expect(words("percentage", { percentages: [5000, 5000, 5000] })).toEqual(["33.33 %", "33.33 %", "33.33 %"]);
    const conditions = [
      { targetNode: 3, statements: [{ variable: "node2.reply", operation: "CONTAINS", value: "yes" }] },
    ];
    const timeoutData = {
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: 2,
      timeoutWaitUnits: "days",
      timeoutPath: 4,
    };
    expect(words("event", { timeoutData, conditions })).toEqual(["reply contains yes", "no reply in 2 days"]);
  });
});
