import type { Page } from "playwright-core";
import { type Account, enter } from "../e2e/account.ts";
import { demoUser } from "../e2e/enter.ts";
import { withDemo } from "./program.ts";

/** What a large workflow costs in the browser. */
export interface CanvasFigures {
  /** "1,000 nodes in one section". */
  what: string;
  /** From the navigation to the first card. */
  openMs: number;
  /** From the click to the frame with the cards in their new places. */
  layoutMs: number;
  /** From a letter typed into a form to the frame that shows it. */
  editMs: number;
  /** From the click to the notice that it is saved. */
  saveMs: number;
  /** Script time of one frame while the view is panned, milliseconds, and how many frames a second were painted. */
  frame: { mean: number; p95: number; perSecond: number };
  /** From the click to the list of differences between the version before the save and the saved one. */
  compareMs: number;
}

/** The wheel turns to and fro, so that the view ends where it began. */
const frames = 200;
const shapes = [
  { nodes: 1_000, sections: 20 },
  { nodes: 1_000, sections: 1 },
  { nodes: 2_000, sections: 1 },
];

/** Opens, lays out, pans, edits, saves and compares large workflows in the demo: all shapes, or one of so many nodes. */
export const measureCanvas = (nodes?: number): Promise<CanvasFigures[]> =>
  withDemo(async (browser, address) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    const account = await enter(page, address, demoUser);
    const numberSet = await account.makeNumberSet("Bench");
    const template = await account.makeTemplate("Offer", "Hi ${firstName}");
    const figures: CanvasFigures[] = [];
    for (const shape of nodes === undefined ? shapes : [{ nodes, sections: 1 }]) {
      const campaignId = await makeLarge(account, { numberSet, template, ...shape });
      const openMs = await open(page, `${address}/campaigns/workflow-outbound/edit/${campaignId}`);
      const layoutMs = await untilPainted(page, `document.querySelector('[aria-label="Clean up layout"]').click();`);
      const frame = await pan(page);
      const editMs = await edit(page);
      const saveMs = await save(page);
      const compareMs = await compare(page);
      figures.push({ what: describeShape(shape), openMs, layoutMs, frame, editMs, saveMs, compareMs });
    }
    return figures;
  });

const describeShape = ({ nodes, sections }: (typeof shapes)[number]): string =>
  `${nodes.toLocaleString("en-US")} nodes in ${sections === 1 ? "one section" : `${sections} sections`}`;

interface Large {
  numberSet: string;
  template: string;
  nodes: number;
  sections: number;
}

function makeLarge(account: Account, { numberSet, template, nodes: count, sections }: Large): Promise<string> {
  const names = Array.from({ length: sections }, (_, index) => (index === 0 ? "main" : `Section ${index + 1}`));
  const nodes: Node[] = [];
  const firsts: Record<string, number> = {};
  for (const name of names) {
    const first = nodes.length + 1;
    const ends = name === "main" ? names.slice(1) : [];
    nodes.push(...drawSection(first, count / sections, template, ends));
    firsts[name] = first;
    if (name !== "main") for (const node of nodes.slice(first - 1)) node["inSection"] = name;
  }
  const definition = { schemaVersion: 1, startNode: 1, nodes, sections: firsts };
  return account.makeWorkflow(`Large ${count} ${sections}`, numberSet, definition);
}

interface Node {
  id: number;
  type: string;
  children: number[];
  [key: string]: unknown;
}

/** A tree of so many nodes: splits, texts and delays in turn, and at its ends stops or the named sections. */
function drawSection(first: number, count: number, template: string, ends: readonly string[]): Node[] {
  const inner: ((children: number[]) => object)[] = [
    () => ({ type: "percentage", percentages: [5_000, 5_000] }),
    () => ({ type: "smsSend", smsTemplateId: template, smsTemplateName: "Offer", useAiRewording: false }),
    () => ({
      type: "timeDelay",
      timeoutType: "wait",
      timeoutWaitType: "number",
      timeoutWaitNumber: 2,
      timeoutWaitUnits: "days",
    }),
  ];
  const nodes: Node[] = [];
  const left = [...ends];
  let made = 1;
  for (let index = 0; index < count; index++) {
    const at = { id: first + index, x: 250 * (index % 20), y: 25 + 150 * Math.floor(index / 20) };
    const isStart = first === 1 && index === 0;
    const shape = isStart ? { type: "start" } : inner[index % inner.length]?.([]);
    const wants = !isStart && shape !== undefined && "percentages" in shape ? 2 : 1;
    if (made + wants > count) {
      const section = left.pop();
      nodes.push({
        ...at,
        children: [],
        ...(section === undefined ? { type: "control" } : { type: "section", section }),
      });
      continue;
    }
    const children = Array.from({ length: wants }, (_, child) => first + made + child);
    made += wants;
    nodes.push({ ...at, type: "", ...shape, children });
  }
  return nodes;
}

async function open(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const at = await page.waitForFunction<number>('document.querySelector(".react-flow__node") && performance.now()');
  return at.jsonValue();
}

/** Resolves in the page once the next frame has been painted. */
const painted = "await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));";

/** How long something that is done in the page takes, to the frame after it. */
const untilPainted = (page: Page, script: string): Promise<number> =>
  page.evaluate(`(async () => {
    const began = performance.now();
    ${script}
    ${painted}
    return performance.now() - began;
  })()`);

/** Turns the wheel once a frame, to and fro, and asks the browser after each how long script has run. */
async function pan(page: Page): Promise<CanvasFigures["frame"]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");
  const scriptMs = async (): Promise<number> => {
    const { metrics } = await cdp.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "ScriptDuration")?.value ?? 0) * 1000;
  };
  await page.mouse.move(900, 500);
  const times: number[] = [];
  let before = await scriptMs();
  const began = performance.now();
  for (let frame = 0; frame < frames; frame++) {
    const direction = Math.floor(frame / 50) % 2 === 0 ? 1 : -1;
    await page.mouse.wheel(20 * direction, 40 * direction);
    await page.evaluate(`(async () => { ${painted} })()`);
    const after = await scriptMs();
    times.push(after - before);
    before = after;
  }
  const perSecond = (frames * 1000) / (performance.now() - began);
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { mean, p95: times[Math.floor(times.length * 0.95)] ?? 0, perSecond };
}

/** Opens the form of a delay by its card and types a letter into it. */
async function edit(page: Page): Promise<number> {
  await page
    .getByRole("group", { name: /^Time Delay / })
    .first()
    .dispatchEvent("click");
  const field = page
    .getByRole("complementary", { name: /Node Details$/ })
    .getByRole("textbox")
    .first();
  await field.focus();
  return untilPainted(page, 'document.execCommand("insertText", false, "3");');
}

async function save(page: Page): Promise<number> {
  const began = performance.now();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved workflow").first().waitFor();
  return performance.now() - began;
}

async function compare(page: Page): Promise<number> {
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  const button = page.getByRole("button", { name: "Compare version 1" });
  await button.waitFor();
  const began = performance.now();
  await button.click();
  await page.getByRole("list", { name: "Differences" }).waitFor();
  return performance.now() - began;
}
