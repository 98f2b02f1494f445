import type { Page } from "playwright-core";
import { type Account, enter } from "../e2e/account.ts";
import { demoUser } from "../e2e/enter.ts";
import { withDemo } from "./program.ts";

/** What a large workflow costs in the browser. */
export interface CanvasFigures {
  what: string;
  /** From the navigation to the first card. */
  openMs: number;
  /** From the click to the frame with the cards in their new places. */
  layoutMs: number;
  /** From a letter typed into a form to the frame that shows it. */
  editMs: number;
  /** From the click to the notice that it is saved. */
  saveMs: number;
  /** Script time of one frame while the view is panned, milliseconds. */
  frame: { mean: number; p95: number };
}

const nodeCount = 1_000;
/** The wheel turns to and fro, so that the view ends where it began. */
const frames = 200;
const shapes = [
  { what: "20 sections", sections: 20 },
  { what: "one section", sections: 1 },
];

/** Opens, lays out, pans, edits and saves a workflow of a thousand nodes in the demo. */
export const measureCanvas = (): Promise<CanvasFigures[]> =>
  withDemo(async (browser, address) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    const page = await context.newPage();
    const account = await enter(page, address, demoUser);
    const numberSet = await account.makeNumberSet("Bench");
    const template = await account.makeTemplate("Offer", "Hi ${firstName}");
    const figures: CanvasFigures[] = [];
    for (const { what, sections } of shapes) {
      const campaignId = await makeLarge(account, numberSet, template, sections);
      const openMs = await open(page, `${address}/campaigns/workflow-outbound/edit/${campaignId}`);
      const layoutMs = await untilPainted(page, `document.querySelector('[aria-label="Clean up layout"]').click();`);
      const frame = await pan(page);
      const editMs = await edit(page);
      figures.push({ what, openMs, layoutMs, frame, editMs, saveMs: await save(page) });
    }
    return figures;
  });

function makeLarge(account: Account, numberSet: string, template: string, sections: number): Promise<string> {
  const names = Array.from({ length: sections }, (_, index) => (index === 0 ? "main" : `Section ${index + 1}`));
  const nodes: Node[] = [];
  const firsts: Record<string, number> = {};
  for (const name of names) {
    const first = nodes.length + 1;
    const ends = name === "main" ? names.slice(1) : [];
    nodes.push(...drawSection(first, nodeCount / sections, template, ends));
    firsts[name] = first;
    if (name !== "main") for (const node of nodes.slice(first - 1)) node["inSection"] = name;
  }
  const definition = { schemaVersion: 1, startNode: 1, nodes, sections: firsts };
  return account.makeWorkflow(`Large ${sections}`, numberSet, definition);
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
  for (let frame = 0; frame < frames; frame++) {
    const direction = Math.floor(frame / 50) % 2 === 0 ? 1 : -1;
    await page.mouse.wheel(20 * direction, 40 * direction);
    await page.evaluate(`(async () => { ${painted} })()`);
    const after = await scriptMs();
    times.push(after - before);
    before = after;
  }
  times.sort((a, b) => a - b);
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  return { mean, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
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
