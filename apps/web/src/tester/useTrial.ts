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
import { type Playback, usePlayback } from "./usePlayback.ts";

/** The try on the screen and what the user can do with it. */
export interface Trial extends Omit<Playback<TrialSetup, TrialInput, TrialMoment>, "follow"> {
  act(input: TrialInput): void;
  /** Plays every wait up to an instant. */
  jumpTo(untilMs: number): void;
}

/** A try of an outbound workflow. */
export function useTrial(workflow: PlayedWorkflow | undefined, first: () => TrialSetup): Trial {
  const { follow, ...playback } = usePlayback(workflow, first, playTrial);
  const { moments, position, setup } = playback;
  return {
    ...playback,
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
  };
}
