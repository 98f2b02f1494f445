import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureBareCopy, measureBareEnrolment, measureBareSteps } from "./bare.ts";
import { measureCurvePoint } from "./curve.ts";
import { measureDryRun } from "./dryRun.ts";
import { measureDue, measureDueUnderBacklog } from "./due.ts";
import { measureHanging } from "./hanging.ts";
import { measureImport } from "./importing.ts";
import { measureIvr, measureIvrBesideRun } from "./ivr.ts";
import { openPlace, type Place, settle } from "./place.ts";
import { makeContacts, makeScene, type Scene } from "./scene.ts";
import { measureInbound, measureSends } from "./sends.ts";
import { measureSteps } from "./steps.ts";

// npm run bench [-- --contacts N] [--texts N] [--months N] [--nodes N] [--no-peers] [--only steps,hanging]: the figures of the architecture's last section, on
// an embedded server of its own with fsync on, peers in the same run; with TRUNKLINE_CITUS_URL, steps on a cluster too.
// Counts are verified; a wrong one fails the run.

/** What can be measured, in this order. */
const all = [
  "import",
  "steps",
  "sends",
  "due",
  "dryrun",
  "hanging",
  "ivr",
  "curve",
  "lists",
  "clicks",
  "report",
  "run",
  "live",
  "peers",
  "start",
  "pages",
  "canvas",
  "cluster",
] as const;
type Part = (typeof all)[number];
/** Parts that need the contacts of the scene, and those that run the whole program in a process of its own. */
const overContacts: readonly Part[] = ["import", "steps", "sends", "due", "dryrun"];
const ofProgram: readonly Part[] = ["start", "pages", "canvas"];
/** A database on the coordinator of a cluster whose servers are all on this machine. */
const citusUrl = process.env["TRUNKLINE_CITUS_URL"];

const { values } = parseArgs({
  options: {
    contacts: { type: "string", default: "200000" },
    // texts that reports are asked over
    texts: { type: "string", default: "10000000" },
    // an installation with partitions of so many months before this one
    months: { type: "string", default: "0" },
    // a canvas of so many nodes in place of the usual ones
    nodes: { type: "string" },
    peers: { type: "boolean", default: true },
    // the most contacts of the curve
    most: { type: "string", default: "1000000" },
    only: { type: "string" },
  },
  allowNegative: true,
});
const contacts = Number(values.contacts);
const isUsual = (part: Part): boolean =>
  part === "cluster" ? citusUrl !== undefined : values.peers || part !== "peers";
const asked = values.only?.split(",") ?? all.filter(isUsual);
const unknown = asked.filter((part) => !(all as readonly string[]).includes(part));
if (unknown.length > 0) {
  console.error(`There is no "${unknown.join('", "')}" to measure; there are ${all.join(", ")}.`);
  process.exit(2);
}
const isAsked = (part: Part): boolean => asked.includes(part);
if (isAsked("cluster") && citusUrl === undefined) {
  console.error("Set TRUNKLINE_CITUS_URL to a database on the coordinator of a cluster of this machine.");
  process.exit(2);
}

// What brings a browser or every route along is loaded when it is asked for: the memory that is measured is the worker's.
const lists = async (...place: Parameters<typeof import("./lists.ts").measureLists>) =>
  (await import("./lists.ts")).measureLists(...place);
const clicks = async (...place: Parameters<typeof import("./clicks.ts").measureClicks>) =>
  (await import("./clicks.ts")).measureClicks(...place);
const reports = async (...place: Parameters<typeof import("./reports.ts").measureReports>) =>
  (await import("./reports.ts")).measureReports(...place);
const largeRun = async (...place: Parameters<typeof import("./run.ts").measureRun>) =>
  (await import("./run.ts")).measureRun(...place);
const liveCalls = async (...place: Parameters<typeof import("./live.ts").measureLive>) =>
  (await import("./live.ts")).measureLive(...place);
const programStart = async () => (await import("./start.ts")).measureStart();
const firstPages = async (...to: Parameters<typeof import("./pages.ts").measurePages>) =>
  (await import("./pages.ts")).measurePages(...to);
const bigCanvas = async () =>
  (await import("./canvas.ts")).measureCanvas(values.nodes === undefined ? undefined : Number(values.nodes));

/** How long the answers of home, run and report pages may take. */
const mostAnswerMs = 1_000;

interface Line {
  what: string;
  measured: string;
  floor: string;
  aim: string;
}

const lines: Line[] = [];
const problems: string[] = [];
let mostRss = 0;
const watch = setInterval(() => {
  mostRss = Math.max(mostRss, process.memoryUsage.rss());
}, 200);
watch.unref();

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`;
const note = (what: string, measured: string, floor = "", aim = ""): void => {
  lines.push({ what, measured, floor, aim });
  console.log(`${what}: ${measured}`);
};
/** What a floor for a million means for fewer. */
const scaled = (s: number): string => `${((s * contacts) / 1_000_000).toFixed(1)} s`;

if (asked.some((part) => part !== "cluster" && !ofProgram.includes(part as Part))) {
  const place = await openPlace(Number(values.months));
  try {
    await measureWorker(place);
  } finally {
    await place.close();
  }
}
if (ofProgram.some(isAsked)) await measureProgram();
if (isAsked("cluster")) await noteCluster();

/** The same steps on one server and on clusters, and what a step costs where. */
async function noteCluster(): Promise<void> {
  const { measureCluster } = await import("./cluster.ts");
  for await (const one of measureCluster(citusUrl ?? "", contacts)) {
    note(`steps per second, ${one.what}`, whole(one.stepsPerSecond));
    const costs = [one.program, one.coordinator, one.nodes].map(whole);
    const where = one.nodes > 0 ? `${costs[1]} coordinator, ${costs[2]} nodes` : `${costs[1]} server`;
    note("  microseconds of processor per step", `${costs[0]} program, ${where}`);
    problems.push(...one.problems);
  }
}

/** The parts that run in this process, on a database of their own. */
async function measureWorker(place: Place): Promise<void> {
  const { db } = place;
  console.log(`${whole(contacts)} contacts, embedded PostgreSQL, fsync on.`);
  const scene = await makeScene(db, 1);
  if (isAsked("import")) {
    const imported = await measureImport(db, scene, contacts);
    note(`import ${whole(contacts)} contacts from CSV`, `${imported.seconds.toFixed(1)} s`, scaled(20), scaled(8));
    await db.owner((q) => q.run("analyze contact"));
    const bare = await measureBareCopy(db, scene);
    note(
      "  against a bare COPY of these rows",
      `${bare.toFixed(1)} s, ${(imported.seconds / bare).toFixed(2)} x`,
      "1.3 x",
    );
    problems.push(...imported.problems);
  } else if (overContacts.some(isAsked)) await makeContacts(db, scene.account, contacts);
  await db.owner((q) => q.run("analyze contact"));
  const stepsPerSecond = isAsked("steps") || isAsked("sends") ? await noteSteps(place, scene) : 0;
  if (isAsked("sends")) await noteSends(place, scene);
  if (isAsked("due")) await noteDue(place, scene);
  if (isAsked("dryrun")) await noteDryRun(place, scene);
  if (isAsked("hanging")) await noteHanging(place);
  if (isAsked("ivr")) await noteIvr(place);
  if (isAsked("curve")) await noteCurve(place);
  note("resident memory so far, most: the worker's parts", `${whole(mostRss / 1_000_000)} MB`, "500 MB");
  if (isAsked("lists")) await noteLists(place);
  if (isAsked("clicks")) await noteClicks(place);
  // one account has the texts of the reports and the contacts of the run
  const large = isAsked("report") || isAsked("run") ? await makeScene(db, 7) : scene;
  if (isAsked("report")) await noteReports(place, large);
  if (isAsked("run")) await noteRun(place, large);
  if (isAsked("live")) await noteLive(place);
  if (isAsked("peers")) await notePeers(place, stepsPerSecond);
  note("  with all routes, ten million texts written, both peers", `${whole(mostRss / 1_000_000)} MB`);
}

async function noteDryRun({ db }: Place, scene: Scene): Promise<void> {
  for (const drawn of [false, true]) {
    const run = await measureDryRun(db, scene, contacts, drawn);
    const how = drawn ? "each contact for itself" : "equal ones together";
    const measured = `${run.seconds.toFixed(1)} s, ${run.cpuSeconds.toFixed(1)} s of processor`;
    note(`dry run of ${whole(contacts)} contacts, ${how}`, measured, scaled(30));
    problems.push(...run.problems);
  }
}

/** Starts on an idle worker, and beside a backlog. */
async function noteDue({ db }: Place, scene: Scene): Promise<void> {
  const measured = ({ p50, p99 }: { p50: number; p99: number }): string => `${p50.toFixed(1)} / ${p99.toFixed(1)} ms`;
  note("due to committed step, p50 / p99", measured(await measureDue(db, scene, 500)), "20 / 150 ms", "5 / 50 ms");
  const beside = await measureDueUnderBacklog(db, scene, 500);
  note("  under the full backlog of another run, p50 / p99", measured(beside));
  problems.push(...beside.problems);
}

/** Calls alone, and while a run of another account is under way. */
async function noteIvr({ db }: Place): Promise<void> {
  const calls = 200;
  const measured = ({ p50, p99, actions }: Awaited<ReturnType<typeof measureIvr>>): string =>
    `${p50.toFixed(1)} / ${p99.toFixed(1)} ms, ${(p99 / p50).toFixed(1)} x, of ${whole(actions)}`;
  const noteAnswers = ({ answered: { p50, p99 } }: Awaited<ReturnType<typeof measureIvr>>, when = ""): void =>
    note(`  from a call to its first menu${when}, p50 / p99`, `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`);
  await settle(db);
  const alone = await measureIvr(db, await makeScene(db, 11), { calls, keys: 20 });
  note(`next IVR action under ${calls} calls at once, p50 / p99`, measured(alone), "p99 80 ms, 8 x");
  noteAnswers(alone);
  await settle(db);
  const beside = await measureIvrBesideRun(db, { calls, keys: 20 });
  const ran = `${whole(beside.steps)} steps meanwhile`;
  note(`  while a run is under way, p50 / p99`, `${measured(beside)}; ${ran}`, "p99 80 ms, 8 x");
  noteAnswers(beside, " while a run is under way");
  problems.push(...alone.problems, ...beside.problems);
}

/** Steps a second by contacts and by accounts. */
async function noteCurve({ db }: Place): Promise<void> {
  const sizes = [10_000, 100_000, 1_000_000, 5_000_000].filter((size) => size <= Number(values.most));
  const points = [
    ...sizes.map((size) => ({ accounts: 1, contacts: size })),
    ...[100, 10_000].map((accounts) => ({ accounts, contacts: 100_000 })),
  ];
  let seed = 0;
  for (const point of points) {
    const {
      accounts,
      contacts: size,
      enrolled,
      steps,
      problems: wrong,
    } = await measureCurvePoint(db, { ...point, seed });
    seed += accounts;
    const where = accounts === 1 ? "one account" : `${whole(accounts)} accounts`;
    note(`${whole(size)} contacts of ${where}: enrolled, steps per second`, `${whole(enrolled)}, ${whole(steps)}`);
    problems.push(...wrong);
  }
}

/** Lists have an account of their own: its contacts are numbered one by one. */
async function noteLists(place: Place): Promise<void> {
  const scene = await makeScene(place.db, 3);
  await makeContacts(place.db, scene.account, contacts);
  for (const list of await lists(place, scene, contacts))
    note(`list: ${list.what}, p95`, `${list.p95.toFixed(0)} ms`, "200 ms");
}

async function noteSteps({ db }: Place, scene: Scene): Promise<number> {
  const steps = await measureSteps(db, scene, contacts, 1);
  note(`enrol ${whole(contacts)} into a batch`, `${steps.enrolSeconds.toFixed(1)} s`, scaled(15), scaled(5));
  const bareEnrolment = await measureBareEnrolment(db, scene);
  const enrolled = `${bareEnrolment.toFixed(1)} s, ${(steps.enrolSeconds / bareEnrolment).toFixed(2)} x`;
  note("  against a bare INSERT … SELECT of journeys", enrolled, "1.5 x");
  note("durable contact-steps per second", whole(steps.visitsPerSecond), "50,000", "100,000");
  note("  transaction of such a claim, p50 / p99", `${steps.p50.toFixed(0)} / ${steps.p99.toFixed(0)} ms`);
  const bareSteps = await measureBareSteps(db, contacts);
  const share = `${whole(bareSteps)}, ${((100 * steps.visitsPerSecond) / bareSteps).toFixed(0)} %`;
  note("  against a bare transaction of claim, step, text and move", share, "80 %");
  const blocks = await measureSteps(db, scene, contacts, 200);
  note("node visits per second, run to block", whole(blocks.visitsPerSecond), "120,000", "250,000");
  problems.push(...steps.problems, ...blocks.problems);
  return steps.visitsPerSecond;
}

async function noteSends({ db }: Place, scene: Scene): Promise<void> {
  // the runs of the steps have queued two texts for each contact, and the carrier takes some of them later
  const sends = Math.min(contacts >> 1, 30_000);
  const bare = await measureSends(db, scene, sends, "bare");
  note("sends per second, 50 ms latency, whole protocol", whole(bare.perSecond), "1,000", "3,000");
  const simulated = await measureSends(db, scene, sends, "simulated");
  note("  to the simulated carrier, its own rows included", whole(simulated.perSecond));
  const inbound = await measureInbound(db, scene, Math.min(contacts, 20_000));
  note("texts in stored and answered per second", whole(inbound.perSecond), "2,000", "5,000");
  note("  acknowledged, p99 of 64 at once", `${inbound.p99.toFixed(0)} ms`, "250 ms", "50 ms");
  problems.push(...bare.problems, ...simulated.problems, ...inbound.problems);
}

async function noteHanging({ db }: Place): Promise<void> {
  const { idle, hanging, underWay } = await measureHanging(db, { receivers: 50, samples: 1_600 });
  note("due to committed, whole worker idle, p50 / p99", `${idle.p50.toFixed(1)} / ${idle.p99.toFixed(1)} ms`);
  note(
    `  while 50 webhook receivers hang, ${underWay} calls under way`,
    `${hanging.p50.toFixed(1)} / ${hanging.p99.toFixed(1)} ms, ${(hanging.p99 / idle.p99).toFixed(2)} x`,
    "2 x",
  );
}

async function noteClicks(place: Place): Promise<void> {
  const scene = await makeScene(place.db, 5);
  const most = Math.min(contacts, 20_000);
  await makeContacts(place.db, scene.account, most);
  const opened = await clicks(place, scene, most);
  note("first clicks on short links per second, 200 at once", whole(opened.perSecond));
  note("  redirected after, p50 / p99", `${opened.p50.toFixed(0)} / ${opened.p99.toFixed(0)} ms`);
  problems.push(...opened.problems);
}

async function noteReports(place: Place, scene: Scene): Promise<void> {
  const texts = Number(values.texts);
  const report = await reports(place, scene, texts);
  note(`${whole(texts)} texts written and folded into ${whole(report.lines)} sums`, `${report.seconds.toFixed(0)} s`);
  for (const { name, p95 } of report.reports) {
    note(`report over ${whole(texts)} texts, ${name}, p95`, `${p95.toFixed(0)} ms`, "1,000 ms");
    if (p95 > mostAnswerMs) problems.push(`a report, ${name}, takes ${p95.toFixed(0)} ms`);
  }
  problems.push(...report.problems);
}

async function noteRun(place: Place, scene: Scene): Promise<void> {
  const run = await largeRun(place, scene, contacts);
  note(`run over ${whole(contacts)} contacts written`, `${run.seconds.toFixed(0)} s`);
  note("  its outcome and comparisons counted in the background", `${run.countSeconds.toFixed(1)} s`);
  for (const { name, p95 } of run.answers) {
    note(`run over ${whole(contacts)} contacts, ${name}, p95`, `${p95.toFixed(0)} ms`, "1,000 ms");
    if (p95 > mostAnswerMs) problems.push(`${name} of a run takes ${p95.toFixed(0)} ms`);
  }
  problems.push(...run.problems);
}

async function noteLive(place: Place): Promise<void> {
  const live = await liveCalls(place, await makeScene(place.db, 9));
  const answer = `${live.p50.toFixed(0)} / ${live.p95.toFixed(0)} ms, ${whole(live.bytes / 1000)} kB`;
  note(`Live calls with ${whole(live.agents)} agents, answer p50 / p95`, answer, "1,000 ms");
  const hint = `${whole(live.hintP50)} / ${whole(live.hintMost)} ms`;
  note("  from a change to its hint on an open page, p50 / most", hint, "2,000 ms");
  problems.push(...live.problems);
}

async function notePeers({ urlOf }: Place, ours: number): Promise<void> {
  const jobs = Math.min(100_000, contacts);
  const { measureGraphile, measurePgBoss } = await loadPeers();
  const graphile = await measureGraphile(await urlOf("graphile"), jobs);
  note("graphile-worker, trivial jobs per second", whole(graphile));
  const boss = await measurePgBoss(await urlOf("pgboss"), jobs);
  note("pg-boss, trivial jobs per second", whole(boss));
  if (ours === 0) return;
  const ratios = `${(ours / graphile).toFixed(2)} x, ${(ours / boss).toFixed(2)} x`;
  note("our steps against graphile-worker, pg-boss", ratios, "", "over 1 x");
}

/** The parts that start the program and look at it from outside. */
async function measureProgram(): Promise<void> {
  if (isAsked("start")) {
    const start = await programStart();
    note("first start to ready, database made", seconds(start.firstMs));
    note("second start to ready", seconds(start.secondMs), "10 s", "4 s");
  }
  if (isAsked("pages"))
    await firstPages(({ path, gzipBytes, brotliBytes, mostKilobytes, usableMs }) => {
      const [gzip, brotli] = [gzipBytes, brotliBytes].map((bytes) => `${Math.round(bytes / 1000)} kB`);
      const measured = `${gzip}, ${brotli}, ${seconds(usableMs)}`;
      note(`first load of ${path}: script gzip, brotli, usable`, measured, `${mostKilobytes} kB, 1.5 s`);
    });
  if (isAsked("canvas"))
    for (const canvas of await bigCanvas()) {
      const { what, openMs, layoutMs, editMs, saveMs, frame, compareMs } = canvas;
      const panned = `${frame.mean.toFixed(1)} / ${frame.p95.toFixed(1)} ms`;
      note(`${what}: open, lay out`, `${seconds(openMs)}, ${seconds(layoutMs)}`);
      note(`  ${what}, script per frame while panning, mean / p95`, panned, "8 ms", "4 ms");
      note(`  ${what}, frames per second while panning`, frame.perSecond.toFixed(0));
      note(`  ${what}, edit shown, saved`, `${editMs.toFixed(0)} ms, ${seconds(saveMs)}`);
      note(`  ${what}, comparison with the version before`, seconds(compareMs), "1 s");
    }
}

console.log();
console.table(Object.fromEntries(lines.map(({ what, ...rest }) => [what, rest])));
for (const problem of problems) console.error(`Wrong: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);

/** The job libraries, installed into the benchmark's own folder the first time that they are measured. */
async function loadPeers(): Promise<typeof import("./peers.ts")> {
  if (!existsSync(join(import.meta.dirname, "node_modules"))) {
    console.log("Installing graphile-worker and pg-boss for the comparison …");
    execFileSync("npm", ["ci", "--prefix", import.meta.dirname], { stdio: ["ignore", "ignore", "inherit"] });
  }
  return import("./peers.ts");
}
