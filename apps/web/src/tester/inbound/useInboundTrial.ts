import {
  continueInbound,
  type InboundInput,
  type InboundMoment,
  type InboundSetup,
  type InboundWorld,
  playInbound,
} from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import { type Playback, usePlayback } from "../usePlayback.ts";

/** The try on the screen and what the caller can do with it. */
export interface InboundTrial extends Omit<Playback<InboundSetup, InboundInput, InboundMoment>, "follow"> {
  act(input: InboundInput): void;
}

/** A try of an inbound workflow. */
export function useInboundTrial(world: InboundWorld | undefined, first: () => InboundSetup): InboundTrial {
  const { follow, ...playback } = usePlayback(world, first, playInbound);
  const { moments, position, setup } = playback;
  return {
    ...playback,
    act(input) {
      const before = moments.slice(0, position + 1);
      const last = before.at(-1);
      const next = world && last && continueInbound(world, setup, last, input);
      if (next !== undefined) follow([...before, next]);
    },
  };
}
