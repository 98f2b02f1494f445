import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listPages } from "./pagePreloads.ts";

it("finds the file of every page in the routes", () => {
  const source = readFileSync(join(import.meta.dirname, "src/routes.tsx"), "utf8");
  const pages = listPages(source);
  expect(pages).toContainEqual({ path: "/", file: "pages/home/HomePage.tsx" });
  expect(pages).toContainEqual({ path: "/login", file: "pages/auth/LoginPage.tsx" });
  expect(pages).toContainEqual({
    path: "/campaigns/workflow-outbound/edit/$campaignId",
    file: "pages/campaigns/editor/EditorPage.tsx",
  });
  expect(pages).toContainEqual({ path: "/settings/{-$pane}", file: "pages/settings/SettingsPage.tsx" });
  expect(pages).toContainEqual({ path: "/callbacks/edit/$id", file: "pages/webhooks/WebhookFormPage.tsx" });
  const imported = [...source.matchAll(/import\("\.\/(pages\/[^"]+)"\)/g)].map(([, file]) => file);
  expect(new Set(pages.map(({ file }) => file))).toEqual(new Set(imported));
  expect(pages.map(({ path }) => path).filter((path) => path === "/connections" || path.includes("section"))).toEqual(
    [],
  );
});
