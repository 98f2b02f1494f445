import { parseArgs } from "node:util";
import { measureDue } from "./due.ts";
import { measureImport } from "./importing.ts";
import { measureGraphile, measurePgBoss } from "./peers.ts";
import { openPlace, type Place } from "./place.ts";
import { makeScene } from "./scene.ts";
import { measureInbound, measureSends } from "./sends.ts";
import { measureSteps } from "./steps.ts";

// npm run bench [-- --contacts N] [--no-peers]: the figures of the architecture's last section, on an embedded server of
// its own with fsync on, peers in the same run. Counts are verified; a wrong one fails the run.

const { values } = parseArgs({
  options: { contacts: { type: "string", default: "200000" }, peers: { type: "boolean", default: true } },
  allowNegative: true,
});
const contacts = Number(values.contacts);

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
const note = (what: string, measured: string, floor: string, aim: string): void => {
  lines.push({ what, measured, floor, aim });
  console.log(`${what}: ${measured}`);
};
/** What a floor for a million means for fewer. */
const scaled = (seconds: number): string => `${((seconds * contacts) / 1_000_000).toFixed(1)} s`;

const place = await openPlace();
try {
  await measure(place);
} finally {
  await place.close();
}

async function measure({ db, urlOf }: Place): Promise<void> {
  console.log(`${whole(contacts)} contacts, embedded PostgreSQL, fsync on.`);
  const scene = await makeScene(db, 1);
  const imported = await measureImport(db, scene, contacts);
  note(`import ${whole(contacts)} contacts from CSV`, `${imported.seconds.toFixed(1)} s`, scaled(20), scaled(8));
  problems.push(...imported.problems);
  await db.owner((q) => q.run("analyze contact"));
  const steps = await measureSteps(db, scene, contacts, 1);
  note(`enrol ${whole(contacts)} into a batch`, `${steps.enrolSeconds.toFixed(1)} s`, scaled(15), scaled(5));
  note("durable contact-steps per second", whole(steps.visitsPerSecond), "50,000", "100,000");
  note("  transaction of such a claim, p50 / p99", `${steps.p50.toFixed(0)} / ${steps.p99.toFixed(0)} ms`, "", "");
  const blocks = await measureSteps(db, scene, contacts, 200);
  note("node visits per second, run to block", whole(blocks.visitsPerSecond), "120,000", "250,000");
  problems.push(...steps.problems, ...blocks.problems);
  const ours = steps.visitsPerSecond;
  const sends = Math.min(contacts, 30_000);
  const bare = await measureSends(db, scene, sends, "bare");
  note("sends per second, 50 ms latency, whole protocol", whole(bare.perSecond), "1,000", "3,000");
  const simulated = await measureSends(db, scene, sends, "simulated");
  note("  to the simulated carrier, its own rows included", whole(simulated.perSecond), "", "");
  const inbound = await measureInbound(db, scene, Math.min(contacts, 20_000));
  note("texts in stored and answered per second", whole(inbound.perSecond), "2,000", "5,000");
  note("  acknowledged, p99 of 64 at once", `${inbound.p99.toFixed(0)} ms`, "250 ms", "50 ms");
  problems.push(...bare.problems, ...simulated.problems, ...inbound.problems);
  const late = await measureDue(db, scene, 500);
  note(
    "due to committed step, p50 / p99",
    `${late.p50.toFixed(1)} / ${late.p99.toFixed(1)} ms`,
    "20 / 150 ms",
    "5 / 50 ms",
  );
  if (values.peers) {
    const jobs = Math.min(100_000, contacts);
    const graphile = await measureGraphile(await urlOf("graphile"), jobs);
    note("graphile-worker, trivial jobs per second", whole(graphile), "", "");
    const boss = await measurePgBoss(await urlOf("pgboss"), jobs);
    note("pg-boss, trivial jobs per second", whole(boss), "", "");
    note(
      "our steps against graphile-worker, pg-boss",
      `${(ours / graphile).toFixed(2)} x, ${(ours / boss).toFixed(2)} x`,
      "",
      "over 1 x",
    );
  }
  note("resident memory of this process, most", `${whole(mostRss / 1_000_000)} MB`, "600 MB", "");
}

console.log();
console.table(Object.fromEntries(lines.map(({ what, ...rest }) => [what, rest])));
for (const problem of problems) console.error(`Wrong: ${problem}`);
process.exit(problems.length === 0 ? 0 : 1);
