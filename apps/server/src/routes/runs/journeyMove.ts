import {
  type JourneyMove,
  journeyMoveRoutes,
  type MoveChoice,
  type OnTheirWay,
} from "@trunkline/contract/runs/journeyMove.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { changeOf, matchNode } from "@trunkline/workflow/outbound/matchNode.ts";
import { readName } from "@trunkline/workflow/outbound/nodeName.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import type { SavedNode } from "@trunkline/workflow/savedNode.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { findListedBatch } from "../../store/runs/batchList.ts";
import {
  findJourneyMove,
  findMoveUnderWay,
  insertJourneyMove,
  type JourneyMoveRow,
  listJourneyMoves,
  type MoveStep,
  stepMove,
} from "../../store/runs/journeyMove.ts";
import { listAgain, listOnTheirWay } from "../../store/runs/journeyMoveEntry.ts";
import { findVersion, listVersionDefinitions, lockVersion } from "../../store/workflows/campaign.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needCampaign } from "../workflows/campaign.ts";

/** Moves of contacts on their way to the published version (decision 0087). */
export function registerJourneyMove(api: Api): void {
  handle(api, journeyMoveRoutes.onTheirWay, ({ db, account, params, query }) =>
    db.tx([account], async (q) => [await readOnTheirWay(q, account, params.campaignId, query.batchId ?? null)]),
  );
  handle(api, journeyMoveRoutes.create, async (call) => {
    const made = await call.db.tx([call.account], (q) => create(q, call));
    call.wakeUp();
    return [made];
  });
  handle(api, journeyMoveRoutes.list, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      await needCampaign(q, account, params.campaignId);
      const { limit, cursor } = query;
      const rows = await listJourneyMoves(q, account, params.campaignId, { before: readIdCursor(cursor), limit });
      return { payload: await showAll(q, account, rows), next: nextCursor(rows, limit, (row) => row.moveId) };
    }),
  );
  handle(api, journeyMoveRoutes.find, ({ db, account, params }) =>
    db.tx([account], async (q) => showAll(q, account, [await needMove(q, account, params)])),
  );
  handle(api, journeyMoveRoutes.again, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { moveId } = await needMove(q, account, params);
      const rows = await listAgain(q, account, moveId, query);
      return rows.map(({ firstName, lastName, ...row }) => ({
        ...row,
        name: [firstName, lastName].filter(Boolean).join(" "),
      }));
    }),
  );
  for (const step of ["start", "pause", "resume", "cancel", "undo"] as const)
    handle(api, journeyMoveRoutes[step], async (call) => {
      const changed = await call.db.tx([call.account], (q) => takeStep(q, call, step));
      call.wakeUp();
      return changed;
    });
}

async function needMove(
  q: Query,
  account: string,
  { campaignId, moveId }: { campaignId: string; moveId: string },
): Promise<JourneyMoveRow> {
  const row = await findJourneyMove(q, account, moveId);
  if (row?.campaignId !== campaignId.toLowerCase()) throw notFound("move");
  return row;
}

/** A node as pages name it. */
function showNode(node: SavedNode) {
  const name = readName(node.name);
  return { node: node.id, type: node.type, label: kindOf(node).label, ...(name !== undefined && { name }) };
}

const notStarted = { node: 0, type: "", label: "Not started yet" };
const gone = (node: number) => ({ node, type: "", label: "Unknown node" });

const nodesOf = (definition: string | undefined): SavedNode[] =>
  definition === undefined ? [] : parseWorkflow(definition).nodes;

async function readOnTheirWay(
  q: Query,
  account: string,
  campaignId: string,
  batchId: string | null,
): Promise<OnTheirWay> {
  const { version } = await needCampaign(q, account, campaignId);
  if (batchId !== null && !(await findListedBatch(q, account, campaignId, batchId))) throw notFound("run");
  const newer = nodesOf((await findVersion(q, account, campaignId, version))?.definition);
  const rows = await listOnTheirWay(q, account, campaignId, version, batchId);
  const versions = await readNodes(q, account, campaignId, rows);
  return {
    version,
    total: rows.reduce((sum, { here }) => sum + here, 0),
    nodes: rows.map((row) => {
      if (row.node === 0) return { ...row, ...notStarted, change: "same", match: newer.length === 0 ? null : 0 };
      const node = versions.get(row.version)?.get(row.node);
      if (node === undefined) return { ...row, ...gone(row.node), change: "gone", match: null };
      const match = matchNode(node, newer);
      const change = changeOf(
        node,
        newer.find(({ id }) => id === match),
      );
      return { ...row, ...showNode(node), change, match };
    }),
    targets: newer.map(showNode),
  };
}

/** The nodes of versions, by version and number. */
async function readNodes(
  q: Query,
  account: string,
  campaignId: string,
  versions: readonly { version: number }[],
): Promise<Map<number, Map<number, SavedNode>>> {
  const rows = await listVersionDefinitions(
    q,
    account,
    versions.map(({ version }) => ({ campaignId, version })),
  );
  return new Map(
    rows.map(({ version, definition }) => [version, new Map(nodesOf(definition).map((node) => [node.id, node]))]),
  );
}

type CreateCall = Call & {
  params: { campaignId: string };
  body: { version: number; batchId?: string | undefined; choices: MoveChoice[] };
};

async function create(q: Query, call: CreateCall): Promise<JourneyMove> {
  const { account, actor, body } = call;
  const { campaignId } = call.params;
  await needCampaign(q, account, campaignId);
  await refuseOtherVersion(q, account, campaignId, body.version);
  await refuseTwoAtOnce(q, account, campaignId);
  if (body.batchId !== undefined) await checkRunOf(q, account, campaignId, body.batchId);
  await checkChoices(q, account, campaignId, body);
  const moveId = await insertJourneyMove(q, account, {
    campaignId,
    version: body.version,
    batchId: body.batchId ?? null,
    choices: body.choices,
    createdBy: `${actor.kind}:${actor.id}`,
    byName: actor.name,
  });
  await audit(q, call, "journeyMove.simulate", moveId, { campaignId, version: body.version });
  const [made] = await showAll(q, account, [await needMove(q, account, { campaignId, moveId })]);
  return made as JourneyMove;
}

/** Contacts are moved to the published version only; it is locked, so that no other is published meanwhile. */
async function refuseOtherVersion(q: Query, account: string, campaignId: string, version: number): Promise<void> {
  const newest = await lockVersion(q, account, campaignId);
  if (newest === version) return;
  throw conflict(
    `Version ${newest} is published, and this move is to version ${version}. Choose again what happens to contacts on their way.`,
    undefined,
    "newer_version",
  );
}

async function refuseTwoAtOnce(q: Query, account: string, campaignId: string): Promise<void> {
  if ((await findMoveUnderWay(q, account, campaignId)) === null) return;
  throw conflict(
    "Contacts of this workflow are being moved. Wait for that move to end, or cancel it.",
    undefined,
    "move_under_way",
  );
}

async function checkRunOf(q: Query, account: string, campaignId: string, batchId: string): Promise<void> {
  const run = await findListedBatch(q, account, campaignId, batchId);
  if (run === null) throw notFound("run");
  if (run.status === "done")
    throw conflict("This run has ended, so no contacts are on their way.", undefined, "run_ended");
}

/** Every choice names nodes that exist, each place once. */
async function checkChoices(
  q: Query,
  account: string,
  campaignId: string,
  { version, choices }: CreateCall["body"],
): Promise<void> {
  const versions = await readNodes(q, account, campaignId, [{ version }, ...choices]);
  const places = new Set<string>();
  choices.forEach((choice, index) => {
    const where = `body.choices.${index}`;
    const nodes = versions.get(choice.version);
    if (choice.version === version)
      throw invalid(`Version ${version} is the published version. Contacts on it need no move`, `${where}.version`);
    if (nodes === undefined) throw invalid(`This workflow has no version ${choice.version}`, `${where}.version`);
    if (choice.node !== 0 && !nodes.has(choice.node))
      throw invalid(`Version ${choice.version} has no node ${choice.node}`, `${where}.node`);
    const place = `${choice.version} ${choice.node}`;
    if (places.has(place))
      throw invalid(`Node ${choice.node} of version ${choice.version} is listed twice`, `${where}.node`);
    places.add(place);
    if (choice.action === "move") checkTarget(choice, version, versions.get(version), `${where}.to`);
  });
}

function checkTarget(
  { node, to }: Extract<MoveChoice, { action: "move" }>,
  version: number,
  newer: ReadonlyMap<number, SavedNode> | undefined,
  where: string,
): void {
  if (to === 0 && node !== 0) throw invalid("Only contacts who have not started can be moved to the start (0)", where);
  if (to !== 0 && node === 0) throw invalid("Contacts who have not started can only be moved to the start (0)", where);
  if (to !== 0 && !newer?.has(to)) throw invalid(`Version ${version} has no node ${to}`, where);
}

const notPossible: Record<MoveStep, string> = {
  start: "This move cannot be started. Simulate it first.",
  resume: "This move is not paused.",
  pause: "This move is not running.",
  cancel: "This move is over.",
  undo: "There is nothing to undo in this move now.",
};

type StepCall = Call & { params: { campaignId: string; moveId: string } };

async function takeStep(q: Query, call: StepCall, step: MoveStep): Promise<JourneyMove[]> {
  const { account, params } = call;
  const { campaignId, moveId, version, batchId, status } = await needMove(q, account, params);
  if (step === "start" && status === "ready") {
    await refuseOtherVersion(q, account, campaignId, version);
    await refuseTwoAtOnce(q, account, campaignId);
    if (batchId !== null) await checkRunOf(q, account, campaignId, batchId);
  }
  if (step === "undo" && status !== "paused") await refuseTwoAtOnce(q, account, campaignId);
  if (!(await stepMove(q, account, moveId, step))) throw conflict(notPossible[step], undefined, "wrong_status");
  await audit(q, call, `journeyMove.${step}`, moveId, { campaignId, version });
  return showAll(q, account, [await needMove(q, account, params)]);
}

/** Moves in wire form, with the names of the nodes that would send again. */
async function showAll(q: Query, account: string, rows: readonly JourneyMoveRow[]): Promise<JourneyMove[]> {
  const first = rows[0];
  if (first === undefined) return [];
  const versions = await readNodes(
    q,
    account,
    first.campaignId,
    rows.flatMap((row) => [row, ...row.choices]),
  );
  return rows.map((row) => show(row, versions));
}

function show(row: JourneyMoveRow, versions: ReadonlyMap<number, ReadonlyMap<number, SavedNode>>): JourneyMove {
  const named = (version: number, id: number) => {
    const node = versions.get(version)?.get(id);
    return id === 0 ? notStarted : node === undefined ? gone(id) : showNode(node);
  };
  const { cursor: _, pacedSeconds, pacedDone, choices, result, created, finished, ...rest } = row;
  const done = rest.moved + rest.left + rest.goneOn;
  const isPaced = rest.status === "running" && pacedSeconds !== null && done > pacedDone;
  return {
    ...rest,
    choices: choices.map((choice, index) => {
      const { again = {}, ...found } = result?.[index] ?? {};
      return {
        version: choice.version,
        node: choice.node,
        action: choice.action,
        to: choice.action === "move" ? choice.to : null,
        reason: choice.action === "leave" ? choice.reason : null,
        from: named(choice.version, choice.node),
        target: choice.action === "move" ? named(row.version, choice.to) : null,
        result:
          result === null || rest.status === "simulating"
            ? null
            : {
                ...(found as Omit<NonNullable<JourneyMove["choices"][number]["result"]>, "again">),
                again: Object.entries(again).map(([id, count]) => ({ ...named(row.version, Number(id)), count })),
              },
      };
    }),
    secondsLeft: isPaced ? Math.ceil((pacedSeconds / (done - pacedDone)) * Math.max(0, rest.total - done)) : null,
    created: created.toISOString(),
    finished: finished?.toISOString() ?? null,
  };
}
