import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

// Code and docs cite documents by name and heading: `spec 2 §3.3`, `readings, Replies`, `telecom §8`. Each citation must
// lead to a heading, a numbered entry or a file of this project, so that a reader finds the rule and its reason.

const root = import.meta.dirname;
const read = (file: string) => readFileSync(join(root, file), "utf8");

/** Landed migrations and decisions are history and are not edited. This file quotes what it refuses. */
const files = [
  ...globSync("{apps,packages,e2e,bench,scripts}/**/*.{ts,tsx,css,md}", {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|migrations)$/.test(name),
  }),
  ...globSync("*.{ts,md}", { cwd: root }),
  ...globSync("docs/*.md", { cwd: root }),
]
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file !== "citations.test.ts" && !/(^|\/)(node_modules|dist|migrations)\//.test(file))
  .sort();

const headingsOf = (file: string) =>
  [...read(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, title]) => (title ?? "").trim());

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Documents that are cited by a heading: `readings, Replies`. */
const headed = new Map(
  ["readings", "architecture", "look"].map((name) => [name, headingsOf(`docs/${name}.md`)] as const),
);

/** The numbers in front of a document's headings, `8` or `4.2`. */
const numbersOf = (file: string) =>
  new Set(headingsOf(file).flatMap((title) => /^(\d+(?:\.\d+)?) /.exec(title)?.[1] ?? []));
const telecom = numbersOf("docs/telecom.md");
const reliability = numbersOf("docs/reliability.md");

/** Ids of goals, invariants and faults: the first cell of a table's row. */
const ids = new Set([...read("docs/reliability.md").matchAll(/^\| ([PRXIF]\d+) \|/gm)].map(([, id]) => id));

/** `2 §3.3`: every section that a heading of the specification names. */
const sections = new Set(
  headingsOf("docs/specification.md").flatMap((title) => {
    const part = /^Spec ([123])\b/.exec(title)?.[1];
    return part === undefined
      ? []
      : [...title.matchAll(/§(\d+(?:\.\d+)?)/g)].map(([, section]) => `${part} §${section}`);
  }),
);

const wireReadings = new Set(
  [...(read("docs/readings.md").split("\n## Wire readings\n")[1] ?? "").matchAll(/^(\d+)\. /gm)].map(([, number]) =>
    Number(number),
  ),
);

const decisions = new Set(globSync("docs/decisions/*.md", { cwd: root }).map((file) => /(\d{4})-/.exec(file)?.[1]));

interface Citation {
  text: string;
  at: number;
  resolves: boolean;
}

/** Continued comment lines joined, with every offset as before. */
const joined = (text: string) =>
  text
    .replace(/^import [^;]*;$/gm, (statement) => statement.replace(/[^\n]/g, " "))
    .replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?/g, (gap) => " ".repeat(gap.length));

const range = (from: string, to: string | undefined): string[] => {
  if (to === undefined) {
    return [from];
  }
  const [major, first] = from.split(".");
  const last = Number(to.split(".").at(-1));
  const start = Number(first ?? major);
  return Array.from({ length: last - start + 1 }, (_, index) =>
    first === undefined ? String(start + index) : `${major}.${start + index}`,
  );
};

/** The section numbers of `§2.5, §3.2–3.7 name`. */
const sectionsIn = (list: string) =>
  [...list.matchAll(/§(\d+(?:\.\d+)?)(?:[–-]§?(\d+(?:\.\d+)?))?/g)].flatMap(([, from, to]) => range(from ?? "", to));

const sectionList = String.raw`§\d+(?:\.\d+)?(?:[–-]§?\d+(?:\.\d+)?)?(?: [A-Za-z]+)?`;
const listOf = (item: string) => `${item}(?:(?:, +| +and +)${item})*`;

function* citationsOf(original: string): Generator<Citation> {
  const text = joined(original);
  for (const found of text.matchAll(new RegExp(`\\bspec +(\\d)\\b(?: +(${listOf(sectionList)}))?`, "gi"))) {
    const [whole, part, list] = found;
    const resolves =
      list === undefined
        ? /[123]/.test(part ?? "")
        : sectionsIn(list).every((section) => sections.has(`${part} §${section}`));
    yield { text: whole, at: found.index, resolves };
  }
  for (const found of text.matchAll(new RegExp(`\\b(telecom|reliability) +(${listOf(sectionList)})`, "gi"))) {
    const known = found[1]?.toLowerCase() === "telecom" ? telecom : reliability;
    yield {
      text: found[0],
      at: found.index,
      resolves: sectionsIn(found[2] ?? "").every((section) => known.has(section)),
    };
  }
  for (const found of text.matchAll(/\breliability +([A-Z]\d+)\b(?:(?:, +| +and +|[–-])([A-Z]\d+)\b)*/gi)) {
    const cited = found[0].match(/\b[A-Z]\d+\b/g) ?? [];
    yield { text: found[0], at: found.index, resolves: cited.every((id) => ids.has(id)) };
  }
  for (const found of text.matchAll(/\bwire +readings? +\d+(?:(?:, +| +and +|[–-])\d+)*/gi)) {
    const cited = (found[0].match(/\d+/g) ?? []).map(Number);
    yield { text: found[0], at: found.index, resolves: cited.every((number) => wireReadings.has(number)) };
  }
  for (const found of text.matchAll(/\bdecisions? +(\d{4})\b/gi)) {
    yield { text: found[0], at: found.index, resolves: decisions.has(found[1]) };
  }
  // "look" and "architecture" are names in code as well: a list of names is no citation
  for (const found of text.matchAll(/(?<![\w./-]|[{[,] *)([Rr]eadings|[Aa]rchitecture|[Ll]ook), +(?=[A-Z`"/])/g)) {
    const rest = text.slice(found.index + found[0].length, found.index + found[0].length + 80).replace(/ +/g, " ");
    const titles = headed.get((found[1] ?? "").toLowerCase()) ?? [];
    yield {
      text: `${found[0].replace(/ +/g, " ")}${/^[^.:;)"\n]*/.exec(rest)?.[0] ?? ""}`,
      at: found.index,
      resolves: titles.some((title) => new RegExp(`^${escaped(title)}(?![\\w-])`).test(rest)),
    };
  }
  for (const found of text.matchAll(/(?<![\w/.-])docs\/[\w./-]+\.md\b/g)) {
    if (!found[0].includes("NNNN")) {
      yield { text: found[0], at: found.index, resolves: globSync(found[0], { cwd: root }).length === 1 };
    }
  }
  for (const unknown of unknownDocuments) {
    for (const found of text.matchAll(unknown)) {
      yield { text: found[0].replace(/ +/g, " "), at: found.index, resolves: false };
    }
  }
}

/** Documents that are not part of the project, and old ways to cite. */
const unknownDocuments = [
  /\b[Dd]ecisions, +(?:[A-Z`]|aiAssist\b|short links\b)[^.:;)"]*/g,
  /\bdecisions(?=\))/g,
  /(?<=\()decisions: /g,
  /(?<=\/\/ )Decisions: /g,
  /\bdecisions\.md\b/g,
  /\bdecisions\/\d{4}(?![\d-])/g,
  /\btelecom-domain\b/gi,
  /\breliability-performance\b/gi,
  /\bhouse[ -]style\b/gi,
  /\becosystem(?:\.md)?(?:, | )(?:§|R\d)/gi,
  /\bissues? +\d+/gi,
  /\b[Rr]eference(?:\/ecosystem| +§|, +(?:X\d|reliability|XML|SAML|Table exports))/g,
  /(?<!docs\/|\]\()\blook\.md\b/g,
  /(?<=\()architecture: /gi,
];

const unresolved = (file: string, text: string) =>
  [...citationsOf(text)]
    .filter((citation) => !citation.resolves)
    .map((citation) => `${file}:${text.slice(0, citation.at).split("\n").length} ${citation.text}`);

/** The anchor that a heading gets where Markdown is shown. */
const anchor = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const brokenLinks = (file: string) =>
  [...read(file).matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([whole, path, fragment]) => {
    const target = path === "" ? file : normalize(join(dirname(file), path ?? ""));
    const exists = globSync(target, { cwd: root }).length === 1;
    const reached =
      fragment === undefined || (exists && headingsOf(target).some((title) => anchor(title) === fragment));
    return exists && reached ? [] : [`${file} ${whole}`];
  });

describe("citations", () => {
  it("lead to a heading, an entry or a file of the project", () => {
    expect(files.flatMap((file) => unresolved(file, read(file)))).toEqual([]);
  });

  it("are found in the sources", () => {
    const found = files.flatMap((file) => [...citationsOf(read(file))]);
    expect(found.length).toBeGreaterThan(500);
  });

  it.each([
    "spec 2 §3.3",
    "spec 1 §2.5, §3.2–3.7, §4.1–4.4",
    "readings, Replies",
    "telecom §4.2",
    "architecture, Sending",
    "reliability F3",
    "reliability §7",
    "wire reading 12",
    "decision 0038",
    "look, Tables",
  ])("%s resolves", (text) => {
    const found = [...citationsOf(`/** A rule (${text}). */`)];
    expect(found.map((citation) => citation.resolves)).toEqual([true]);
  });

  it.each([
    "spec 2 §3.33",
    "spec 4 §1",
    "readings, Nothing of this name",
    "telecom §77",
    "architecture, Nothing of this name",
    "reliability F99",
    "wire reading 99",
    "decision 9999",
    "look, Nothing of this name",
    "docs/nothing.md",
    "decisions, Replies",
    "decisions",
    "telecom-domain §5",
    "house style",
    "ecosystem §2",
    "issue 3",
    "reference, X2",
    "look.md",
  ])("%s does not resolve", (text) => {
    const found = [...citationsOf(`/** A rule (${text}). */`)];
    expect(found.length).toBeGreaterThan(0);
    expect(found.some((citation) => citation.resolves)).toBe(false);
  });

  it("are found where a comment continues on the next line", () => {
    const comment = "/**\n * A rule (readings, Nothing\n * of this name).\n */";
    expect(unresolved("file.ts", comment)).toEqual(["file.ts:2 readings, Nothing of this name"]);
  });
});

describe("links of the docs", () => {
  it.each([...files.filter((file) => file.endsWith(".md"))])("%s links to files and headings that exist", (file) => {
    expect(brokenLinks(file)).toEqual([]);
  });
});

/** The table of carriers by capability: each cell with its row and column. */
const carrierCells = (() => {
  const [table = ""] = read("docs/carriers.md").split("\n# ");
  const [head = [], , ...rows] = table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.flatMap(([name = "", ...cells]) =>
    cells.map((cell, index) => ({ at: `${name}, ${head[index + 1]}`, carrier: head[index + 1] ?? "", cell })),
  );
})();

/** How a test file mentions a carrier. The simulated one is the default of all tests. */
const mentions = new Map([
  ["simulated", /./],
  ["SMPP 3.4", /smpp|smsc|registry/i],
  ["Twilio-compatible API", /twilio|provider/i],
  ["Google RCS", /rbm|google/i],
  ["Telnyx", /telnyx|registry/i],
]);
const testFiles = globSync("{apps,packages,e2e}/**/*.{test,prove,e2e}.ts", {
  cwd: root,
  exclude: (name) => /(^|\/)(node_modules|dist)$/.test(name),
}).map((file) => file.replaceAll("\\", "/"));
const testsIn = (cell: string) => [...cell.matchAll(/`([\w/.]+\.ts)`/g)].map(([, name = ""]) => name);

describe("the table of carriers (docs/carriers.md)", () => {
  it("has a column for each carrier", () => {
    expect([...new Set(carrierCells.map(({ carrier }) => carrier))]).toEqual([...mentions.keys()]);
  });

  it("names a test in each cell of what a carrier can do", () => {
    const claims = carrierCells.filter(({ cell }) => !/^no\b/.test(cell));
    expect(claims.filter(({ cell }) => testsIn(cell).length === 0).map(({ at }) => at)).toEqual([]);
  });

  it("names tests that exist and are about the carrier", () => {
    const isAbout = (name: string, carrier: string) =>
      testFiles.some((file) => `/${file}`.endsWith(`/${name}`) && mentions.get(carrier)?.test(read(file)));
    const wrong = carrierCells.flatMap(({ at, carrier, cell }) =>
      testsIn(cell)
        .filter((name) => !isAbout(name, carrier))
        .map((name) => `${at}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });
});
