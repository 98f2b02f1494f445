import type { DncType } from "../engine/effects.ts";

export type Channel = Exclude<DncType, "all">;

/** Bits of what must not be sent to a contact; `all` is the three together (decisions, DNC types). */
export const dncBits = { call: 1, sms: 2, rcs: 4, all: 7 } as const satisfies Record<DncType, number>;

/** What a STOP by text sets: texts and RCS together (decisions, Engine, STOP). */
export const optOutMask = dncBits.sms | dncBits.rcs;

/** Whether the mask forbids the channel. */
export const blocks = (mask: number, channel: Channel): boolean => (mask & dncBits[channel]) !== 0;

/** The mask of a list of types. */
export const dncMask = (types: readonly DncType[]): number => types.reduce((mask, type) => mask | dncBits[type], 0);

/** The types of a mask, `all` when everything is forbidden. */
export function dncTypes(mask: number): DncType[] {
  if ((mask & dncBits.all) === dncBits.all) return ["all"];
  return (["call", "sms", "rcs"] as const).filter((type) => blocks(mask, type));
}
