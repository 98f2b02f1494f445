import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findPagesProblem } from "./builtPages.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "trunkline-pages-"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a project file with this modification minute. */
function write(path: string, minute: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  utimesSync(join(root, path), minute * 60, minute * 60);
}

it("asks for a build where there is none", () => {
  write("apps/web/index.html", 1);
  expect(findPagesProblem(root)).toBe("The pages are not built. Run `npm run build`.");
});

it("accepts a build that is newer than every source", () => {
  write("apps/web/index.html", 1);
  write("apps/web/src/pages/LoginPage.tsx", 2);
  write("apps/web/dist/index.html", 3);
  expect(findPagesProblem(root)).toBeNull();
});

it.each([
  "apps/web/src/pages/LoginPage.tsx",
  "packages/workflow/src/engine/advance.ts",
  "packages/contract/src/route.ts",
])("names %s where it is newer than the build", (source) => {
  write("apps/web/index.html", 1);
  write("apps/web/dist/index.html", 2);
  write(source, 3);
  expect(findPagesProblem(root)).toBe(
    `The pages are older than their sources, such as ${source}. Run \`npm run build\`.`,
  );
});

it("does not ask for a build after a change of a test", () => {
  write("apps/web/index.html", 1);
  write("apps/web/dist/index.html", 2);
  write("apps/web/src/ui/table/sort.test.ts", 3);
  expect(findPagesProblem(root)).toBeNull();
});

it("accepts a build without sources, as in a container image", () => {
  write("apps/web/dist/index.html", 1);
  expect(findPagesProblem(root)).toBeNull();
});
