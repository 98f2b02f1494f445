import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { ConsoleMessage, Page, Request } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { wide } from "./browser.ts";
import { settle } from "./page.ts";

/** The rules of WCAG 2.2, levels A and AA. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What another theme can spoil. */
const ofColour = ["color-contrast", "link-in-text-block"];
/** Pages for visitors who are not signed in. */
export const openPages = new Set(["sign-in", "setup", "forgot password", "choose a new password", "invitation"]);

/** Requests that leave the product, and what the browser's console complains of. */
export function listen(page: Page, address: string): { elsewhere: string[]; errors: string[] } {
  const seen = { elsewhere: [] as string[], errors: [] as string[] };
  const asked = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(address).origin)
      seen.elsewhere.push(request.url());
  };
  const said = (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning") seen.errors.push(message.text());
  };
  const broke = (error: Error) => seen.errors.push(String(error));
  page.on("request", asked).on("console", said).on("pageerror", broke);
  onTestFinished(() => void page.off("request", asked).off("console", said).off("pageerror", broke));
  return seen;
}

/** No finding about colours in dark. */
async function isReadableInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await isReadable(page, ofColour);
  await page.emulateMedia({ colorScheme: "light" });
}

export async function isReadableInBoth(page: Page): Promise<void> {
  await isReadable(page);
  await isReadableInDark(page);
}

/** No finding of axe, which is put into a page once. Frames hold users' content and run no scripts. */
export async function isReadable(page: Page, only: string[] = []): Promise<void> {
  const runOnly: RunOptions["runOnly"] =
    only.length > 0 ? { type: "rule", values: only } : { type: "tag", values: rules };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations }: Pick<AxeResults, "violations"> = await page.evaluate(
    `axe.run(document, ${JSON.stringify({ runOnly, resultTypes: ["violations"], iframes: false })}).then(({ violations }) => ({ violations }))`,
  );
  const bad = violations.map(({ id, nodes }) => {
    const places = nodes.slice(0, 3).map(({ target, any, all, none }) => {
      const [why] = [...any, ...all, ...none];
      return `${target.join(" ")} (${why?.message})`;
    });
    return `${id}: ${places.join("; ")}`;
  });
  expect(bad, page.url()).toEqual([]);
}

/** Nothing sticks out at 360 px; `there` looks closer while the page is that narrow. */
export async function fitsPhone(page: Page, there?: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  await settle(page);
  await there?.();
  expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing sticks out at 360 px").toBe(360);
  await page.setViewportSize(wide);
}
