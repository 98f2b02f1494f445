import type { Exit, ForeignFlow, ForeignStep, Target } from "./foreignFlow.ts";

/** Everything that an exit leads to. */
function targetsOfExit(exit: Exit): Target[] {
  switch (exit.is) {
    case "next":
      return [exit.to];
    case "cases":
      return [...exit.cases.map(({ to }) => to), exit.otherwise];
    case "wait":
      return [...exit.cases.map(({ to }) => to), exit.otherwise, exit.timeout];
    case "shares":
      return exit.shares.map(({ to }) => to);
    case "webhook":
      return [exit.success, exit.failure];
    case "dead":
      return exit.exits.map(({ to }) => to);
  }
}

interface Links {
  /** Whether several ways lead to a step, or the step before it could not be converted. */
  isShared(id: string): boolean;
  /** Whether a step can lead back to itself. */
  isRepeated(id: string): boolean;
  reached: ReadonlySet<string>;
  /** Whether a step waits for an answer. */
  hasWaits: boolean;
}

/** How the steps of a flow hang together, from its entry. */
export function linksOf({ entry, steps }: ForeignFlow): Links {
  const from = new Map<string, number>();
  const add = (id: Target): void => {
    if (id !== null) from.set(id, (from.get(id) ?? 0) + 1);
  };
  add(entry);
  const reached = reachedFrom([entry], steps);
  for (const id of reached) for (const to of targetsOfExit(steps.get(id)?.exit ?? { is: "next", to: null })) add(to);
  const after = new Set<string>();
  for (const id of reached) {
    const exit = steps.get(id)?.exit;
    if (exit?.is === "dead") for (const { to } of exit.exits) if (to !== null) after.add(to);
  }
  for (const id of reached) {
    const step = steps.get(id);
    // a wait is copied to each question before it, so several copies lead to what follows it
    if (step !== undefined && listensFirst(step) && ((from.get(id) ?? 0) > 1 || after.has(id)))
      markAfter(step, steps, after);
  }
  const repeated = new Map<string, boolean>();
  return {
    reached,
    hasWaits: [...reached].some((id) => steps.get(id)?.exit.is === "wait"),
    isShared: (id) => (from.get(id) ?? 0) > 1 || after.has(id),
    isRepeated(id) {
      let known = repeated.get(id);
      if (known === undefined) {
        known = reachedFrom(targetsOfExit(steps.get(id)?.exit ?? { is: "next", to: null }), steps).has(id);
        repeated.set(id, known);
      }
      return known;
    },
  };
}

function reachedFrom(first: readonly Target[], steps: ForeignFlow["steps"]): Set<string> {
  const seen = new Set<string>();
  const open = [...first];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const step = id === null ? undefined : steps.get(id);
    if (step === undefined || seen.has(step.id)) continue;
    seen.add(step.id);
    open.push(...targetsOfExit(step.exit));
  }
  return seen;
}

/** Whether a step waits for an answer to a question that an earlier step asks. */
export const listensFirst = ({ parts, exit }: ForeignStep): boolean =>
  exit.is === "wait" && !parts.some(({ is }) => is === "text");

function markAfter(step: ForeignStep, steps: ForeignFlow["steps"], after: Set<string>): void {
  const open = [step];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const to of targetsOfExit(one.exit)) {
      const next = to === null ? undefined : steps.get(to);
      if (next === undefined || after.has(next.id)) continue;
      after.add(next.id);
      if (listensFirst(next)) open.push(next);
    }
  }
}

/** The flow without steps that only lead on, so that every target is a step that does something. */
export function withoutEmptySteps(flow: ForeignFlow): ForeignFlow {
  const resolve = (wanted: Target): Target => {
    const seen = new Set<string>();
    let to = wanted;
    while (to !== null) {
      const step = flow.steps.get(to);
      if (step === undefined || seen.has(to)) return null;
      if (step.parts.length > 0 || step.exit.is !== "next") return to;
      seen.add(to);
      to = step.exit.to;
    }
    return null;
  };
  const steps = new Map<string, ForeignStep>();
  for (const [id, step] of flow.steps) steps.set(id, { ...step, exit: retargeted(step.exit, resolve) });
  return { ...flow, entry: resolve(flow.entry), steps };
}

function retargeted(exit: Exit, to: (target: Target) => Target): Exit {
  const all = <Way extends { to: Target }>(ways: readonly Way[]): Way[] =>
    ways.map((way) => ({ ...way, to: to(way.to) }));
  switch (exit.is) {
    case "next":
      return { ...exit, to: to(exit.to) };
    case "cases":
      return { ...exit, cases: all(exit.cases), otherwise: to(exit.otherwise) };
    case "wait":
      return { ...exit, cases: all(exit.cases), otherwise: to(exit.otherwise), timeout: to(exit.timeout) };
    case "shares":
      return { ...exit, shares: all(exit.shares) };
    case "webhook":
      return { ...exit, success: to(exit.success), failure: to(exit.failure) };
    case "dead":
      return { ...exit, exits: all(exit.exits) };
  }
}
