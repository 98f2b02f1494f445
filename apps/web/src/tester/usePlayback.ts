import { useEffect, useMemo, useRef, useState } from "react";

/** A try: the inputs that made it, all of its moments, and the one that is shown. */
export interface Playback<Setup, Input, Moment> {
  setup: Setup;
  /** All moments, also those after the shown one. */
  moments: readonly Moment[];
  /** Index of the shown moment. -1 before the try begins. */
  position: number;
  play(inputs?: readonly Input[], setup?: Setup): void;
  /** Another setup for the same inputs. */
  setUp(setup: Setup): void;
  goTo(position: number): void;
  /** Replaces what came after the shown moment. */
  follow(moments: readonly Moment[]): void;
}

/** Inputs, the shown moment and the setup of a try. Everything else follows from them, so changing the drawing plays it again. */
export function usePlayback<World, Setup, Input, Moment extends { input: Input | null }>(
  world: World | undefined,
  first: () => Setup,
  playAll: (world: World, setup: Setup, inputs: readonly Input[]) => readonly Moment[],
): Playback<Setup, Input, Moment> {
  const [setup, setSetup] = useState(first);
  // null before the try begins
  const [inputs, setInputs] = useState<readonly Input[] | null>(null);
  // null: the newest moment
  const [at, setAt] = useState<number | null>(null);
  const known = useRef<{ world: World; setup: Setup; moments: readonly Moment[] } | null>(null);
  const moments = useMemo((): readonly Moment[] => {
    if (world === undefined || inputs === null) return [];
    const before = known.current;
    const isKnown =
      before !== null &&
      before.world === world &&
      before.setup === setup &&
      before.moments.length === inputs.length + 1 &&
      before.moments.every(({ input }, index) => index === 0 || input === inputs[index - 1]);
    return isKnown ? before.moments : playAll(world, setup, inputs);
  }, [world, setup, inputs, playAll]);
  const position = Math.min(at ?? moments.length - 1, moments.length - 1);
  useEffect(() => {
    if (world !== undefined) known.current = { world, setup, moments };
  }, [world, setup, moments]);
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
    goTo: (index) => setAt(index >= moments.length - 1 ? null : Math.max(0, index)),
    follow(next) {
      if (world === undefined) return;
      known.current = { world, setup, moments: next };
      setInputs(next.flatMap(({ input }) => input ?? []));
      setAt(null);
    },
  };
}
