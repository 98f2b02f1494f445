import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { ConsoleMessage, Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser, wide } from "./browser.ts";
import { card } from "./editor.ts";
import { demoUser, setUp } from "./enter.ts";
import { press, see, settle } from "./page.ts";
import { makeThings, pages } from "./places.ts";
import { startProduct } from "./product.ts";

const browser = useBrowser();

/** The rules of WCAG 2.2, levels A and AA. */
const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What another theme can spoil. */
const ofColour = ["color-contrast", "link-in-text-block"];
/** Pages for visitors who are not signed in. */
const open = new Set(["sign-in", "setup", "forgot password", "choose a new password", "invitation"]);

describe("Every page", () => {
  test.each(Object.keys(pages))(
    "%s is accessible in light, in dark and on a phone, logs no error and contacts no other host",
    async (name) => {
      const { page, address, things } = await enterDemo();
      const seen = listen(page, address);
      if (open.has(name)) await page.context().clearCookies();
      await page.goto(address + (pages[name]?.(things) ?? ""));
      await settle(page);
      await isReadable(page);
      await page.emulateMedia({ colorScheme: "dark" });
      await isReadable(page, ofColour);
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 360, height: 800 });
      await settle(page);
      await isReadable(page);
      expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing sticks out at 360 px").toBe(360);
      await page.setViewportSize(wide);
      expect(seen).toEqual({ elsewhere: [], errors: [] });
    },
  );
});

describe("What opens over a page", () => {
  test.each([
    ["/users", "Invite user"],
    ["/templates/create", "Emoji"],
    ["/templates/rcs", "Add agent"],
    ["/assets", "Upload"],
    ["/contacts", "New contact"],
    ["/contacts", "Filter"],
    ["/contacts", "Choose columns of Contacts"],
    ["/numbers", "Get a number"],
    ["/settings/api-keys", "Create API key"],
    ["/campaigns", /^Clone/],
    ["/campaigns", /^Search or go to/],
    ["/campaigns", /account menu of/],
    ["/simulated-carrier", "Test numbers"],
  ] as const)("on %s: %s", async (path, button) => {
    const { page, address } = await enterDemo();
    await page.goto(address + path);
    await settle(page);
    await page.getByRole("button", { name: button, exact: true }).first().click();
    await see(page.getByRole("dialog").or(page.getByRole("menu")));
    await isReadableInBoth(page);
  });

  test("in the editor: the form of each node, a refused save, leaving, running", async () => {
    const { page, address, things } = await enterDemo();
    await page.goto(`${address}/campaigns/workflow-outbound/edit/${things.campaignId}`);
    for (const node of ["Start 1", "SMS Send 2", "Stop 3"]) {
      await card(page, node).click();
      await isReadableInBoth(page);
    }
    await press(page, "Run");
    await see(page.getByRole("dialog"));
    await isReadableInBoth(page);
    await page.keyboard.press("Escape");
    await press(page, "Condition");
    await isReadableInBoth(page);
    await press(page, "Save");
    await see(page.getByRole("alert"));
    await isReadableInBoth(page);
  });
});

describe("Before anything is there", () => {
  const lists = [
    ...[
      "campaigns",
      "campaigns/create",
      "templates",
      "templates/rcs",
      "assets",
      "enrollments",
      "contacts",
      "contacts/import",
      "numbers",
    ],
    ...["number-sets", "number-sets/create", "simulated-carrier", "settings/api-keys"],
  ];
  let folder = "";
  let stop = async (): Promise<void> => {};
  let product = { address: "", line: "" };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "trunkline-e2e-new-"));
    // As root the database runs as another user, who must pass through.
    await chmod(folder, 0o755);
    ({ product, stop } = await startProduct(join(folder, "data"), ["--empty"]));
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("every list says what it is for, and is readable for everybody", async () => {
    const page = await browser.page({ stranger: true });
    await setUp(page, product);
    const seen = listen(page, product.address);
    for (const path of lists) {
      await page.goto(`${product.address}/${path}`);
      await settle(page);
      await isReadable(page);
    }
    // what stands over every page while nothing is sent
    for (const [settings, words] of [
      [{ killSwitch: true }, "All sending is held"],
      [{ killSwitch: false, spendLimitMicros: 0 }, "The spending limit of $0.00 for today is reached."],
    ] as const) {
      await page.request.put(`${product.address}/v4/account/`, { data: { settings } });
      await page.reload();
      await see(page.getByRole("status").getByText(words));
      await isReadableInBoth(page);
      await page.setViewportSize({ width: 360, height: 800 });
      await isReadable(page);
      expect(await page.evaluate("document.documentElement.scrollWidth"), "nothing sticks out at 360 px").toBe(360);
      await page.setViewportSize(wide);
    }
    expect(seen).toEqual({ elsewhere: [], errors: [] });
  });
});

/** The demo with everything in it, as its owner. */
async function enterDemo() {
  const { address } = inject("demo");
  const page = await browser.page();
  return { page, address, things: await makeThings(await enter(page, address, demoUser)) };
}

/** Requests that leave the product, and what the browser's console complains of. */
function listen(page: Page, address: string): { elsewhere: string[]; errors: string[] } {
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

async function isReadableInBoth(page: Page): Promise<void> {
  await isReadable(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await isReadable(page, ofColour);
  await page.emulateMedia({ colorScheme: "light" });
}

/** No finding of axe, which is put into a page once. Frames hold users' content and run no scripts. */
async function isReadable(page: Page, only: string[] = []): Promise<void> {
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
