import { get } from "node:http";
import type { Browser } from "playwright-core";
import { enter } from "../e2e/account.ts";
import { demoUser } from "../e2e/enter.ts";
import { mostOfPage } from "../e2e/firstLoad.ts";
import { withDemo } from "./program.ts";

/** What the first load of a page cost. */
export interface PageFigures {
  path: string;
  /** Script for a browser that takes nothing but gzip. */
  gzipBytes: number;
  /** The same as other browsers get it, compressed by the build. */
  brotliBytes: number;
  /** What it may weigh, kilobytes of gzip. */
  mostKilobytes: number;
  /** From the navigation until the list is drawn and nothing is loading. */
  usableMs: number;
}

const loads = 3;
/** The pages, and what a user waits for on each. */
const wanted: Record<string, [page: string, what: string]> = {
  "/": ["HomePage", "main dd"],
  "/campaigns": ["WorkflowsPage", "tbody td"],
  "/contacts": ["ContactsPage", "tbody td"],
  "/enrollments": ["EnrollmentsPage", "tbody td"],
  "/settings": ["SettingsPage", "main input"],
  editor: ["EditorPage", ".react-flow__node"],
  "inbound designer": ["InboundEditorPage", ".react-flow__node"],
  "/campaigns/create": ["CreateWorkflowPage", "main input"],
  run: ["BatchPage", "tbody td"],
  contact: ["ContactPage", "[aria-label=History] li"],
  "/ivr/create": ["IvrFormPage", "main input"],
};

/** Loads the main pages of the demo into an empty cache; the middle one of three. Each is noted when it is measured. */
export const measurePages = (note: (figures: PageFigures) => void): Promise<void> =>
  withDemo(async (browser, address) => {
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
    for (const [path, [page, what]] of Object.entries(wanted)) {
      const url = addresses[path] ?? path;
      const found: Load[] = [];
      for (let load = 0; load < loads; load++) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
        await context.addCookies(cookies);
        found.push(await loadPage(context, address + url, what));
        await context.close();
      }
      found.sort((a, b) => a.usableMs - b.usableMs);
      const { usableMs, scripts } = found[loads >> 1] as Load;
      note({ path, usableMs, mostKilobytes: mostOfPage(page), ...(await weigh(scripts)) });
    }
  });

/** One load of a page. */
interface Load {
  usableMs: number;
  /** The addresses of the scripts that came until it was usable. */
  scripts: readonly string[];
}

async function loadPage(context: Awaited<ReturnType<Browser["newContext"]>>, url: string, what: string): Promise<Load> {
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
  const scripts = [...new Set((await page.evaluate("window.arrived")) as string[])];
  return { usableMs, scripts };
}

async function weigh(scripts: readonly string[]): Promise<Pick<PageFigures, "gzipBytes" | "brotliBytes">> {
  let [gzipBytes, brotliBytes] = [0, 0];
  for (const script of scripts) {
    gzipBytes += await sizeOf(script, "gzip");
    brotliBytes += await sizeOf(script, "gzip, deflate, br");
  }
  return { gzipBytes, brotliBytes };
}

/** What a file weighs on the wire for a browser that takes these encodings. */
const sizeOf = (url: string, encodings: string): Promise<number> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": encodings } }, (answer) => {
      let bytes = 0;
      answer.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      answer.on("end", () => resolve(bytes));
    }).on("error", reject);
  });
