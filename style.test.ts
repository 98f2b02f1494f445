import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// docs/style.md, Words: what no name, comment, text or document says.
const words =
  /\b(?:happenings?|led|tend|tends|tended|tending|mend|mends|mended|mending|reckon|reckons|reckoned|reckoning|judge|judges|judged|judging|told|whoever|somebody|somebody's|nobody|nobody's|spared|anew|what came of|what becomes of|goes on|any more|again and again|of one's own|stands (?:in|on|here|there|beside|for|under|at|with|alone)|stand beside|stood)\b/i;

/** Quotes of the specification and names that must stay, with their source. */
const quotes: { quote: string; source: string }[] = [
  {
    quote: "any more messages from this number",
    source: "the confirmation of STOP, in the wording that carriers recommend",
  },
  { quote: "assigned=nobody", source: "a value on the wire" },
  {
    quote: '"nobody"',
    source: "the value of `assigned` on the wire, and what tests type where a number or address belongs",
  },
  { quote: "nobody@example.com", source: "an address in tests" },
  { quote: "Bearer nobody", source: "a token in tests" },
];

/** Lines that still use a listed word, by folder. Reword them and lower the number; it may never rise. */
const remaining: Readonly<Record<string, number>> = {
  ".": 5,
  "apps/server/src/csv": 4,
  "apps/server/src/egress": 7,
  "apps/server/src/http": 11,
  "apps/server/src/inbound": 3,
  "apps/server/src/jobs": 4,
  "apps/server/src/mail": 3,
  "apps/server/src/postgres": 6,
  "apps/server/src/program": 5,
  "apps/server/src/routes": 75,
  "apps/server/src/saml": 3,
  "apps/server/src/store": 6,
  "apps/server/src/webhooks": 4,
  "apps/server/test": 3,
  "apps/web/src/canvas": 1,
  "apps/web/src/pages": 12,
  bench: 2,
  docs: 7,
  e2e: 96,
  "packages/contract": 1,
};

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

/** `apps/server/src/routes`, `e2e`: where lines are counted together. */
function folderOf(file: string): string {
  const parts = file.split("/").slice(0, -1);
  return parts.slice(0, parts[0] === "apps" ? 4 : 2).join("/") || ".";
}

const leftIn = (folder: string): number => (Object.hasOwn(remaining, folder) ? (remaining[folder] ?? 0) : 0);

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

  const found = new Map<string, string[]>();
  for (const file of files) {
    const lines = findListedWords(readFileSync(file, "utf8")).map((line) => `${file}:${line}`);
    if (lines.length > 0) found.set(folderOf(file), [...(found.get(folderOf(file)) ?? []), ...lines]);
  }

  it("is followed by every source and document, except the lines still to be reworded", () => {
    expect([...found].filter(([folder, lines]) => lines.length > leftIn(folder))).toEqual([]);
  });

  it("has no number of lines to be reworded that is too high", () => {
    const reworded = Object.keys(remaining).filter((folder) => (found.get(folder)?.length ?? 0) < leftIn(folder));
    expect(reworded).toEqual([]);
  });
});
