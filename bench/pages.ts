import { get } from "node:http";
import type { Browser } from "playwright-core";
import { enter } from "../e2e/account.ts";
import { demoUser } from "../e2e/enter.ts";
import { withDemo } from "./program.ts";

/** What the first load of a page cost. */
export interface PageFigures {
  path: string;
  /** Script as it came over the wire, gzip. */
  scriptBytes: number;
  /** From the navigation until the list is drawn and nothing is loading. */
  usableMs: number;
}

const loads = 3;
/** What a user waits for on each page. */
const wanted = {
  "/": "main dd",
  "/campaigns": "tbody td",
  "/contacts": "tbody td",
  "/enrollments": "tbody td",
  "/settings": "main input",
  editor: ".react-flow__node",
  "inbound designer": ".react-flow__node",
  "/campaigns/create": "main input",
  run: "tbody td",
  contact: "tbody td",
  "/ivr/create": "main input",
};

/** Loads the main pages of the demo into an empty cache; the middle one of three. */
export const measurePages = (): Promise<PageFigures[]> =>
  withDemo(async (browser, address) => {
    const figures: PageFigures[] = [];
    const known = await browser.newContext();
    const account = await enter(await known.newPage(), address, demoUser);
    const { payload } = await account.call("GET", "/v4/campaign/all");
    const campaignId = String(payload[0]?.["campaignId"]);
    const { contactId } = await account.makeContact("Ann");
    const batchId = await account.startRun(campaignId, [contactId]);
    const routeTag = await account.makeRoute("measured", "inbound.all");
    const addresses: Record<string, string> = {
      editor: `/campaigns/workflow-outbound/edit/${campaignId}`,
      "inbound designer": `/campaigns/workflow-inbound/edit/${encodeURIComponent(routeTag)}`,
      run: `/enrollments/batch/${campaignId}/${batchId}`,
      contact: `/contacts/${contactId}`,
    };
    const cookies = await known.cookies();
    for (const [path, what] of Object.entries(wanted)) {
      const url = addresses[path] ?? path;
      const found: PageFigures[] = [];
      for (let load = 0; load < loads; load++) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
        await context.addCookies(cookies);
        found.push({ path, ...(await loadPage(context, address + url, what)) });
        await context.close();
      }
      found.sort((a, b) => a.usableMs - b.usableMs);
      figures.push(found[loads >> 1] as PageFigures);
    }
    return figures;
  });

async function loadPage(
  context: Awaited<ReturnType<Browser["newContext"]>>,
  url: string,
  what: string,
): Promise<Omit<PageFigures, "path">> {
  const page = await context.newPage();
  // asked in the page at every frame: the clock is the page's own, from the navigation on
  await page.addInitScript(`{
    const look = () => {
      if (document.querySelector("${what}") && !document.querySelector("[aria-busy=true]")) {
        window.arrived = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.endsWith(".js"));
        window.usableMs = performance.now();
      }
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }`);
  await page.goto(url);
  const usable = await page.waitForFunction<number>("window.usableMs").catch(async (error: unknown) => {
    throw new Error(`${url} is not usable:\n${await page.locator("body").innerText()}`, { cause: error });
  });
  const usableMs = await usable.jsonValue();
  // what came until then: parts that come after the page do not count, however slowly this is asked
  const scripts = new Set((await page.evaluate("window.arrived")) as string[]);
  let scriptBytes = 0;
  for (const script of scripts) scriptBytes += await gzipSize(script);
  return { scriptBytes, usableMs };
}

/** What a file weighs on the wire for a browser that takes gzip alone. */
const gzipSize = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
