import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import {
  continueTrial,
  nextEventAt,
  playTrial,
  settle,
  type TrialInput,
  type TrialMoment,
  type TrialSetup,
} from "@trunkline/workflow/trial/trial.ts";
import { useEffect, useMemo, useRef, useState } from "react";

/** The try on the screen and what the user can do with it. */
export interface Trial {
  setup: TrialSetup;
  /** All moments, also those after the shown one. */
  moments: readonly TrialMoment[];
  /** Index of the shown moment. -1 before the try begins. */
  position: number;
  play(inputs?: readonly TrialInput[], setup?: TrialSetup): void;
  /** Another contact, start or world, for the same inputs. */
  setUp(setup: TrialSetup): void;
  act(input: TrialInput): void;
  /** Plays every wait up to an instant. */
  jumpTo(untilMs: number): void;
  goTo(position: number): void;
}

/** Inputs, the shown moment and the setup of a try. Everything else follows from them, so changing the drawing plays it again. */
export function useTrial(workflow: PlayedWorkflow | undefined, first: () => TrialSetup): Trial {
  const [setup, setSetup] = useState(first);
  // null before the try begins
  const [inputs, setInputs] = useState<readonly TrialInput[] | null>(null);
  // null: the newest moment
  const [at, setAt] = useState<number | null>(null);
  const known = useRef<{ workflow: PlayedWorkflow; setup: TrialSetup; moments: readonly TrialMoment[] } | null>(null);
  const moments = useMemo((): readonly TrialMoment[] => {
    if (workflow === undefined || inputs === null) return [];
    const before = known.current;
    const isKnown =
      before !== null &&
      before.workflow === workflow &&
      before.setup === setup &&
      before.moments.length === inputs.length + 1 &&
      before.moments.every(({ input }, index) => index === 0 || input === inputs[index - 1]);
    return isKnown ? before.moments : playTrial(workflow, setup, inputs);
  }, [workflow, setup, inputs]);
  const position = Math.min(at ?? moments.length - 1, moments.length - 1);
  useEffect(() => {
    if (workflow !== undefined) known.current = { workflow, setup, moments };
  }, [workflow, setup, moments]);
  const follow = (next: readonly TrialMoment[]) => {
    if (workflow === undefined) return;
    known.current = { workflow, setup, moments: next };
    setInputs(next.flatMap(({ input }) => input ?? []));
    setAt(null);
  };
  return {
    setup,
    moments,
    position,
    play(inputsToPlay = [], next = setup) {
      setSetup(next);
      setInputs(inputsToPlay);
      setAt(null);
    },
    setUp: setSetup,
    act(input) {
      const before = moments.slice(0, position + 1);
      const last = before.at(-1);
      const next = workflow && last && continueTrial(workflow, last, input);
      if (workflow !== undefined && next !== undefined) follow(settle(workflow, setup, [...before, next]));
    },
    jumpTo(untilMs) {
      if (workflow === undefined) return;
      const reached = moments.slice(0, position + 1);
      for (let last = reached.at(-1); last !== undefined; last = reached.at(-1)) {
        const next = continueTrial(workflow, last, { do: "wait", untilMs });
        if (next === undefined) break;
        const isWoken = (nextEventAt(last) ?? Number.POSITIVE_INFINITY) <= untilMs;
        reached.push(next);
        settle(workflow, setup, reached);
        if (!isWoken) break;
      }
      follow(reached);
    },
    goTo: (index) => setAt(index >= moments.length - 1 ? null : Math.max(0, index)),
  };
}
