import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { pagesFolder } from "../apps/server/src/program/builtPages.ts";
import { mostOfPage, mostServed } from "./firstLoad.ts";

const assets = join(pagesFolder, "assets");
const files = new Map(
  readdirSync(assets)
    .filter((file) => file.endsWith(".js"))
    .map((file) => [file, readFileSync(join(assets, file), "utf8")]),
);
const weights = new Map<string, number>();
const entry = /src="\/assets\/(index-[^"]+\.js)"/.exec(readFileSync(join(pagesFolder, "index.html"), "utf8"))?.[1];
const pages = [...files.keys()].flatMap((file) => {
  const page = /^(\w+Page)-.{8}\.js$/.exec(file)?.[1];
  return page === undefined ? [] : [{ page, file }];
});

function weightOf(file: string): number {
  const weight = weights.get(file) ?? gzipSync(files.get(file) ?? "").length;
  weights.set(file, weight);
  return weight;
}

/** As browsers get it: the build has compressed all but the smallest. */
const servedWeightOf = (file: string): number =>
  statSync(join(assets, `${file}.br`), { throwIfNoEntry: false })?.size ?? (files.get(file) ?? "").length;

/** A file and all that it imports at once. */
function together(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = files.get(file)?.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g) ?? [];
  for (const [, next = ""] of imports) together(next, found);
  return found;
}

test("no page loads more script at first than it may (decisions 0119 and 0120)", () => {
  expect(pages.length).toBeGreaterThan(70);
  const heavy = pages.flatMap(({ page, file }) => {
    const bytes = [...together(file, together(entry ?? ""))].reduce((sum, one) => sum + weightOf(one), 0);
    return bytes / 1000 > mostOfPage(page) ? [`${page}: ${Math.round(bytes / 1000)} kB`] : [];
  });
  expect(heavy).toEqual([]);
});

test("the editors load less than 270 kB as browsers get them", () => {
  const heavy = Object.entries(mostServed).flatMap(([page, most]) => {
    const file = pages.find((one) => one.page === page)?.file ?? "";
    const bytes = [...together(file, together(entry ?? ""))].reduce((sum, one) => sum + servedWeightOf(one), 0);
    return bytes / 1000 > most ? [`${page}: ${Math.round(bytes / 1000)} kB`] : [];
  });
  expect(heavy).toEqual([]);
});
