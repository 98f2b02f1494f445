import type { Effect } from "../engine/effects.ts";
import type { PlayedWorkflow } from "../engine/player.ts";
import { readName } from "../outbound/nodeName.ts";
import { mapTexts } from "../parts/rcs/rcsMessage.ts";
import { writeInstant } from "../parts/time/instant.ts";
import type { NodeId } from "../savedNode.ts";
import type { Expectation, ExpectedStep } from "./testSchema.ts";
import type { TrialMoment, TrialStep } from "./trial.ts";

/** What a node is called: its name, else its kind and number. */
export function nameOfNode({ definition, kindOf }: PlayedWorkflow, id: NodeId): string {
  const node = definition.nodes.get(id);
  return node === undefined ? `Node ${id}` : (readName(node.name) ?? `${kindOf(node).label} ${id}`);
}

/** What a try did, in the form in which a test expects it. */
export function expectationOf(workflow: PlayedWorkflow, moments: readonly TrialMoment[]): Expectation {
  const last = moments.at(-1);
  const journey = last?.player.journey;
  return {
    steps: moments.flatMap((moment) => stepsOf(workflow, moment)),
    variables: Object.fromEntries(Object.entries(journey?.vars ?? {}).filter(([name]) => !internal.has(name))),
    end: { status: journey?.status ?? "moving", node: journey?.at ?? null },
  };
}

/** Variables that the engine keeps for itself. */
const internal: ReadonlySet<string> = new Set(["unansweredReplies"]);

function stepsOf(workflow: PlayedWorkflow, { steps, thread }: TrialMoment): ExpectedStep[] {
  const said = thread.flatMap((item): ExpectedStep[] =>
    item.kind === "call" && (item.line.kind === "said" || item.line.kind === "played")
      ? [
          {
            node: item.node,
            name: nameOfNode(workflow, item.node),
            at: writeInstant(item.at),
            outcome: "said",
            message: { kind: "call", text: item.line.text },
          },
        ]
      : [],
  );
  return [...said, ...steps.map((one) => stepOf(workflow, one))];
}

function stepOf(workflow: PlayedWorkflow, { step, effect }: TrialStep): ExpectedStep {
  const to = step.data?.["to"];
  const until = step.data?.["until"];
  const message = effect === null ? undefined : messageOf(effect);
  return {
    node: step.node,
    name: nameOfNode(workflow, step.node),
    at: writeInstant(step.at),
    outcome: step.outcome,
    ...(typeof to === "number" && { to }),
    ...(typeof until === "number" && { until: writeInstant(until) }),
    ...(message !== undefined && { message }),
  };
}

/** What the contact gets by an effect, as text. Ids differ between accounts and are left out. */
function messageOf(effect: Effect): ExpectedStep["message"] {
  switch (effect.do) {
    case "sendSms":
      return { kind: "text", text: effect.text, ...(effect.mediaUrl !== undefined && { mediaUrl: effect.mediaUrl }) };
    case "sendRcs": {
      const texts: string[] = [];
      mapTexts(effect.message, (text) => {
        if (text !== "") texts.push(text);
        return text;
      });
      return { kind: "rcs", text: texts.join("\n") };
    }
    case "sendEmail": {
      const { subject, to, replacements } = effect.email;
      const values = Object.entries(replacements)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}: ${value}`);
      return { kind: "email", text: [`To: ${to.email}`, `Subject: ${subject}`, ...values].join("\n") };
    }
    default:
      return undefined;
  }
}

const messageWords = { text: "Text", rcs: "RCS message", email: "E-mail", call: "Call" } as const;

/** What a step did, in one sentence without a full stop. Names of nodes by id. */
export function describeExpected({ outcome, to, message }: ExpectedStep, nodeName: (id: NodeId) => string): string {
  if (message !== undefined) return `${messageWords[message.kind]}: “${message.text}”`;
  switch (outcome) {
    case "went":
      return `Continues to ${to === undefined ? "the next node" : nodeName(to)}`;
    case "asked":
      return "Waits for an answer";
    case "waited":
      return "Waits";
    case "replied":
      return "Gets a reply that no path matches";
    case "ended":
      return "The journey ends";
    default:
      return "The journey fails";
  }
}

/** The name of a node in a story: as the story itself has it, else as it is now. */
export const namesOf = (steps: readonly ExpectedStep[], now: (id: NodeId) => string): ((id: NodeId) => string) => {
  const names = new Map(steps.flatMap(({ node, name }) => (name === undefined ? [] : [[node, name] as const])));
  return (id) => names.get(id) ?? now(id);
};
