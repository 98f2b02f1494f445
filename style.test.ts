import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// docs/style.md, Words: what no name, comment, text or document says.
const words =
  /\b(?:happenings?|led|tend|tends|tended|tending|mend|mends|mended|mending|reckon|reckons|reckoned|reckoning|judge|judges|judged|judging|told|whoever|somebody|somebody's|nobody|nobody's|spared|anew|what came of|what becomes of|goes on|any more|again and again|of one's own|stands (?:in|on|here|there|beside|for|under|at|with|alone)|stand beside|stood|everybody|everybody's|in vain|for ever|tells? of|good-bye)\b/i;

/** Quotes of the specification and names that must stay, with their source. */
const quotes: { quote: string; source: string }[] = [
  {
    quote: "any more messages from this number",
    source: "the confirmation of STOP, in the wording that carriers recommend",
  },
  { quote: "assigned=nobody", source: "a value on the wire" },
  {
    quote: '"nobody"',
    source: "the value of `assigned` on the wire",
  },
  { quote: "`nobody`", source: "the value of `assigned` on the wire" },
  { quote: "It rang, and nobody answered", source: "a disposition that every account was created with" },
  ...[
    "select judged from",
    "row.judged",
    "{ judged: boolean }",
    "not r.judged",
    "set judged = true",
    "ids.judged",
    "judged: readonly",
    "judged: old",
  ].map((quote) => ({ quote, source: "the column `judged` of smpp_receipt" })),
  ...["s.told", "set told ="].map((quote) => ({ quote, source: "the column `told` of simulator_message" })),
  ...['"told"', '"notTold"'].map((quote) => ({ quote, source: "the types of call events in the database" })),
];

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(?:tsx?|js|mjs|md|json|css|html|yml)$/.test(file))
  .filter(
    (file) => !/(?:^|\/)(?:fixtures|migrations)\/|package-lock\.json$|^style\.test\.ts$|^docs\/style\.md$/.test(file),
  );

/** `appendHappenings` as "append Happenings", so that names are read as words. */
const splitNames = (line: string): string => line.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ");

function findListedWords(text: string): string[] {
  return text.split("\n").flatMap((line, index) => {
    const own = quotes.reduce((rest, { quote }) => rest.replaceAll(quote, ""), line);
    const found = words.exec(splitNames(own));
    return found ? [`${index + 1}: ${found[0]}: ${line.trim().slice(0, 120)}`] : [];
  });
}

describe("The writing style (docs/style.md)", () => {
  it("finds a listed word inside a name", () => {
    expect(findListedWords("export function appendHappenings() {}")).toHaveLength(1);
  });

  it("accepts a word that only contains a listed one", () => {
    expect(findListedWords("a scheduled filter that extends the amended list")).toEqual([]);
  });

  it("reads files of every workspace", () => {
    for (const folder of ["packages/", "apps/server/", "apps/web/", "e2e/", "docs/"])
      expect(files.some((file) => file.startsWith(folder))).toBe(true);
  });

  it("is followed by every source and document", () => {
    const found = files.flatMap((file) => findListedWords(readFileSync(file, "utf8")).map((line) => `${file}:${line}`));
    expect(found).toEqual([]);
  });

  it("has test titles of one behaviour, without a semicolon", () => {
    const title = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^"`\n]*\))?\(\s*["`]([^"`\n]*;[^"`\n]*)["`]/g;
    const found = files
      .filter((file) => /\.(?:test|e2e|prove)\.ts$/.test(file))
      .flatMap((file) =>
        [...readFileSync(file, "utf8").matchAll(title)]
          .filter(([, text]) => text?.replaceAll(/\([^)]*\)/g, "").includes(";"))
          .map(([, text]) => `${file}: ${text}`),
      );
    expect(found).toEqual([]);
  });
});
