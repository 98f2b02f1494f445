import { contactField } from "../engine/applyChange.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import type { Contact } from "../engine/world.ts";
import type { Graph } from "../outbound/graph.ts";
import { setOwnValue } from "../parts/ownValue.ts";
import { dncBits, optOutMask } from "../parts/phone/dnc.ts";
import { recipientZones } from "../parts/time/recipientZones.ts";
import type { NodeId } from "../savedNode.ts";
import { answersOf } from "./answers.ts";
import { candidatesOf } from "./candidates.ts";
import { distancesTo } from "./coverage.ts";
import { pathsOf } from "./explainPaths.ts";
import {
  beginTrial,
  continueTrial,
  isOver,
  nextEventAt,
  type TrialInput,
  type TrialMoment,
  type TrialSetup,
} from "./trial.ts";

/** A path to a node: the contact to try it with, and the answers along it. */
export interface FoundWay {
  setup: TrialSetup;
  inputs: TrialInput[];
}

/** The result of a search. `stoppedAt`: the nearest node that a contact reached, if any did. */
export type WaySearch =
  | { found: FoundWay }
  | { unreachable: "no path" | "no contact" | "search ended"; stoppedAt: NodeId | null; tries: number };

/** Limits of a search, so that a page stays usable. */
const mostSetups = 3_000;
const mostMomentsOfSetup = 400;
const mostMoments = 30_000;

/** A position in a search: a moment and the inputs before it. */
interface Way {
  moment: TrialMoment;
  inputs: TrialInput[];
  distance: number;
}

/**
 * Searches for a contact that gets to a node: values of fields, replies, keys and times from the rules' own values, and
 * every answer of carriers and services. The engine plays every guess. Yields now and then, so that a page can draw.
 */
export function* findContact(
  workflow: PlayedWorkflow,
  graph: Graph,
  base: TrialSetup,
  target: NodeId,
): Generator<number, WaySearch> {
  const distances = distancesTo(graph, target);
  const start = workflow.definition.startNode;
  if (!distances.has(start)) return { unreachable: "no path", stoppedAt: null, tries: 0 };
  const nearest = { at: null as NodeId | null, distance: Number.POSITIVE_INFINITY };
  let moments = 0;
  let tries = 0;
  for (const setup of setupsOf(workflow, distances, base)) {
    tries++;
    const search = searchFrom(workflow, setup, { target, distances, nearest });
    moments += search.moments;
    if (search.inputs !== undefined) return { found: { setup, inputs: search.inputs } };
    if (moments > mostMoments) return { unreachable: "search ended", stoppedAt: nearest.at, tries };
    yield tries;
  }
  return { unreachable: tries >= mostSetups ? "search ended" : "no contact", stoppedAt: nearest.at, tries };
}

interface Goal {
  target: NodeId;
  distances: ReadonlyMap<NodeId, number>;
  nearest: { at: NodeId | null; distance: number };
}

/** Best first: the moment nearest to the node is continued before others. */
function searchFrom(
  workflow: PlayedWorkflow,
  setup: TrialSetup,
  { target, distances, nearest }: Goal,
): { inputs?: TrialInput[]; moments: number } {
  const seen = new Set<string>();
  const open: Way[] = [];
  let moments = 0;
  const add = (moment: TrialMoment, inputs: TrialInput[]): TrialInput[] | undefined => {
    moments++;
    for (const { step } of moment.steps) {
      const distance = distances.get(step.node);
      if (distance !== undefined && distance < nearest.distance) Object.assign(nearest, { at: step.node, distance });
    }
    if (moment.steps.some(({ step }) => step.node === target)) return inputs;
    const { at, status, vars } = moment.player.journey;
    const distance = at === null ? undefined : distances.get(at);
    const key = JSON.stringify([
      at,
      status,
      vars,
      moment.pending?.effect.do,
      moment.call?.session.rest.length,
      moment.call?.session.waits.for,
    ]);
    if (distance === undefined || isOver(moment) || seen.has(key)) return undefined;
    seen.add(key);
    open.push({ moment, inputs, distance });
    return undefined;
  };
  const first = add(beginTrial(workflow, setup), []);
  if (first !== undefined) return { inputs: first, moments };
  while (open.length > 0 && moments < mostMomentsOfSetup) {
    const nextAt = open.reduce((best, way, index) => (way.distance < (open[best] as Way).distance ? index : best), 0);
    const [way] = open.splice(nextAt, 1) as [Way];
    for (const input of inputsAt(workflow, way.moment)) {
      const moment = continueTrial(workflow, way.moment, input);
      const inputs = moment && add(moment, [...way.inputs, input]);
      if (inputs !== undefined) return { inputs, moments };
    }
  }
  return { moments };
}

/** What can happen at a moment, the usual first. */
function inputsAt(workflow: PlayedWorkflow, moment: TrialMoment): TrialInput[] {
  const { pending, call, player, now } = moment;
  if (call !== null) return callInputs(call.session.waits);
  if (pending !== null) return answersOf(pending.effect, now).map(({ id }): TrialInput => ({ do: "answer", id }));
  const node = player.journey.at === null ? undefined : workflow.definition.nodes.get(player.journey.at);
  const replies =
    player.journey.listening && node !== undefined
      ? pathsOf(node).flatMap(({ statements }) =>
          statements.filter(({ variable }) => /\.reply$/.test(variable)).flatMap(candidatesOf),
        )
      : [];
  const texts = [...new Set(replies)].filter((text) => text.trim() !== "");
  return [
    ...texts.map((text): TrialInput => ({ do: "reply", text })),
    ...(nextEventAt(moment) === undefined ? [] : [{ do: "wait" } as const]),
  ];
}

const line = (event: Extract<TrialInput, { do: "line" }>["event"]): TrialInput => ({ do: "line", event });

function callInputs(waits: NonNullable<TrialMoment["call"]>["session"]["waits"]): TrialInput[] {
  switch (waits.for) {
    case "answer":
      return [
        line({ type: "answered", by: "human" }),
        line({ type: "notAnswered", status: "noAnswer" }),
        line({ type: "notAnswered", status: "busy" }),
        line({ type: "answered", by: "machineBeep" }),
      ];
    case "digits": {
      const keys = waits.gather.next.by === "keys" ? Object.keys(waits.gather.next.keys) : ["1", "2", "3"];
      return [...keys.map((digits) => line({ type: "digits", digits })), line({ type: "digits", digits: "" })];
    }
    default:
      return [line({ type: "hungUp", seconds: 10 })];
  }
}

/** Contacts to try: the given one, then with one field changed, then two, and other chances. */
function* setupsOf(
  workflow: PlayedWorkflow,
  distances: ReadonlyMap<NodeId, number>,
  base: TrialSetup,
): Generator<TrialSetup> {
  const { variants, isRandom } = variantsOf(workflow, distances);
  const seeds = isRandom
    ? Array.from({ length: 40 }, (_, index) => (index === 0 ? base.seed : `${base.seed} ${index}`))
    : [base.seed];
  let count = 0;
  for (let changes = 0; changes <= Math.min(4, variants.length); changes++) {
    for (const contact of changed(base.contact, variants, changes)) {
      for (const seed of seeds) {
        if (count++ >= mostSetups) return;
        yield { ...base, contact, seed };
      }
    }
  }
}

type Variant = (contact: Contact) => Contact;

/** Every contact with exactly so many fields changed. */
function* changed(
  contact: Contact,
  variants: readonly (readonly Variant[])[],
  changes: number,
  from = 0,
): Generator<Contact> {
  if (changes === 0) {
    yield contact;
    return;
  }
  for (let index = from; index < variants.length; index++)
    for (const variant of variants[index] ?? []) yield* changed(variant(contact), variants, changes - 1, index + 1);
}

/** The fields that rules on the way read, each with the values worth trying. */
function variantsOf(
  { definition }: PlayedWorkflow,
  distances: ReadonlyMap<NodeId, number>,
): { variants: Variant[][]; isRandom: boolean } {
  const values = new Map<string, Set<string>>();
  const variants: Variant[][] = [];
  let isRandom = false;
  for (const [id, node] of definition.nodes) {
    if (!distances.has(id)) continue;
    if (node.type === "percentage") isRandom = true;
    if (node.type === "dncCheck") variants.push([(contact) => ({ ...contact, dnc: contact.dnc ^ dncBits.all })]);
    for (const { statements } of pathsOf(node))
      for (const statement of statements) {
        if (/^node\d+\./.test(statement.variable)) continue;
        const known = values.get(statement.variable) ?? new Set();
        for (const value of candidatesOf(statement)) known.add(value);
        values.set(statement.variable, known);
      }
  }
  for (const [name, tried] of values) variants.push([...tried].slice(0, 12).map((value) => withField(name, value)));
  // without a phone, an address or consent, messages go another way
  variants.push([
    (contact) => ({ ...contact, dnc: contact.dnc | optOutMask }),
    (contact) => ({ ...contact, phone: null }),
    (contact) => ({ ...contact, email: null }),
  ]);
  return { variants, isRandom };
}

const withField =
  (name: string, value: string): Variant =>
  (contact) => {
    const bare = name.replace(/^contact\.(extdata\.)?/i, "");
    const field = contactField(bare);
    if (bare === "tags") return { ...contact, tags: value === "" ? [] : value.split(",") };
    if (field === undefined) {
      const extdata = { ...contact.extdata };
      if (value === "") delete extdata[bare.toLowerCase()];
      else setOwnValue(extdata, bare.toLowerCase(), value);
      return { ...contact, extdata };
    }
    const next = { ...contact, [field]: value === "" ? null : value };
    if (contact.zonesFrom === "contact" || !["phone", "state", "postalCode"].includes(field)) return next;
    const { zones, from } = recipientZones(next);
    return { ...next, zones, zonesFrom: from };
  };
