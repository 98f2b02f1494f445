import type { MoveChoice } from "@trunkline/contract/runs/journeyMove.ts";
import { advance } from "@trunkline/workflow/engine/advance.ts";
import type { Journey } from "@trunkline/workflow/engine/journey.ts";
import { moveJourney } from "@trunkline/workflow/engine/moveJourney.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { parseWorkflow } from "@trunkline/workflow/outbound/readGraph.ts";
import { reachableFrom, sameSends } from "@trunkline/workflow/outbound/sendsAgain.ts";
import type { NodeId, SavedNode } from "@trunkline/workflow/savedNode.ts";
import type { Query } from "../../store/database.ts";
import type { JourneyMoveRow } from "../../store/runs/journeyMove.ts";
import type { MovingRow } from "../../store/runs/journeyMoveEntry.ts";
import { listVersionDefinitions } from "../../store/workflows/campaign.ts";
import type { JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";
import { playOn } from "../../world/playOn.ts";
import { readContact, readJourney } from "../journeys/claimedJourney.ts";

/** In the middle of a step: an effect is under way, or an event has not been handed to the engine. Such a journey is left alone. */
export const isInStep = ({ status, inbox }: MovingRow): boolean => status === 1 || inbox !== null;

/** What a move knows of the versions that it moves between. */
export class MovePlan {
  private readonly move: JourneyMoveRow;
  /** Nodes of the old versions, by version and node. */
  private readonly old: ReadonlyMap<string, SavedNode>;
  /** What nodes of the new version send again, by old version and node. */
  private readonly same: ReadonlyMap<string, readonly NodeId[]>;
  /** The new version, with and without its windows. */
  private readonly worlds: { open: JourneyWorld; windowed: JourneyWorld };
  private readonly reach = new Map<NodeId, Set<NodeId>>();

  private constructor(
    move: JourneyMoveRow,
    worlds: MovePlan["worlds"],
    versions: readonly { version: number; nodes: readonly SavedNode[] }[],
  ) {
    this.move = move;
    this.worlds = worlds;
    this.old = new Map(versions.flatMap(({ version, nodes }) => nodes.map((node) => [`${version} ${node.id}`, node])));
    const newer = [...worlds.open.definition.nodes.values()];
    this.same = new Map(
      versions.flatMap(({ version, nodes }) =>
        [...sameSends(nodes, newer)].map(([node, same]): [string, NodeId[]] => [`${version} ${node}`, same]),
      ),
    );
  }

  /** Reads the versions of a move. */
  static async read(q: Query, account: string, move: JourneyMoveRow, worlds: JourneyWorlds): Promise<MovePlan> {
    const { campaignId, version, choices } = move;
    const key = { accountId: account, campaignId, version };
    const [open, windowed] = await worlds.load(q, [
      { ...key, ignoresWindow: true },
      { ...key, ignoresWindow: false },
    ]);
    if (!open || !windowed) throw new Error(`Version ${version} of the workflow is gone`);
    const versions = await listVersionDefinitions(
      q,
      account,
      choices.map((choice) => ({ campaignId, version: choice.version })),
    );
    return new MovePlan(
      move,
      { open, windowed },
      versions.map((one) => ({ version: one.version, nodes: parseWorkflow(one.definition).nodes })),
    );
  }

  choiceOf({ choice }: MovingRow): MoveChoice {
    return this.move.choices[choice] as MoveChoice;
  }

  /** Nodes of the old versions that send something. */
  get sends(): number[] {
    return [...new Set([...this.same.keys()].map((key) => Number(key.split(" ")[1])))];
  }

  /** Whether a journey is still where it was found. */
  isThere(row: MovingRow): boolean {
    const { version, node } = this.choiceOf(row);
    return row.status < 3 && row.version === version && (row.node ?? 0) === node;
  }

  private worldOf(row: MovingRow, contact: Contact) {
    const { definition, lookup } = row.ignoresWindow ? this.worlds.open : this.worlds.windowed;
    return { definition, lookup, kindOf, now: row.now, contact };
  }

  /** A resting journey at its new node. */
  moved(row: MovingRow, to: NodeId): Journey {
    const contact = readContact(row);
    const from = this.old.get(`${row.version} ${row.node}`);
    return moveJourney(readJourney(row, row), from, to === 0 ? null : to, this.worldOf(row, contact));
  }

  /** The journey after its first visit of the new node, where it does not wait on. */
  settled(row: MovingRow, journey: Journey): Journey {
    if (journey.status !== "moving") return journey;
    return advance(journey, { type: "woke" }, { ...this.worldOf(row, readContact(row)), visits: 1 }).journey;
  }

  /** The nodes that would send again what the contact has had. */
  again(row: MovingRow, had: readonly NodeId[], journey: Journey): NodeId[] {
    const { definition } = this.worlds.open;
    const from = journey.at ?? definition.startNode;
    let reached = this.reach.get(from);
    if (reached === undefined) {
      reached = reachableFrom(from, definition.nodes, definition.sections);
      this.reach.set(from, reached);
    }
    const wanted = new Set(
      had.flatMap((node) => this.same.get(`${row.version} ${node}`) ?? []).filter((node) => reached.has(node)),
    );
    if (wanted.size === 0) return [];
    const contact = readContact(row);
    const sent = playOn(this.worldOf(row, contact), contact, journey, row.now);
    return [...wanted].filter((node) => sent.has(node));
  }
}
