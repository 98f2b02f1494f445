import type { DncType } from "../../engine/effects.ts";

export type Channel = Exclude<DncType, "all">;

/** Bits of what must not be sent to a contact; `all` is the three together (readings, DNC types). */
export const dncBits = { call: 1, sms: 2, rcs: 4, all: 7 } as const satisfies Record<DncType, number>;

/** Bits that say that the contact itself refused the channel, each set only together with the channel's own bit. */
export const refusedBits = { call: 8, sms: 16, rcs: 32 } as const satisfies Record<Channel, number>;

/** What a STOP by text sets: texts and RCS together (readings, Engine; readings, STOP). */
export const optOutMask = dncBits.sms | dncBits.rcs | refusedBits.sms | refusedBits.rcs;

/** Whether the mask forbids the channel. */
export const blocks = (mask: number, channel: Channel): boolean => (mask & dncBits[channel]) !== 0;

/** Why the mask forbids the channel: the contact opted out, or the account listed the number; undefined where it is allowed. */
export function stopReason(mask: number, channel: Channel): "opted_out" | "dnc" | undefined {
  if (!blocks(mask, channel)) return undefined;
  return (mask & refusedBits[channel]) !== 0 ? "opted_out" : "dnc";
}

/** The mask of a list of types. */
export const dncMask = (types: readonly DncType[]): number => types.reduce((mask, type) => mask | dncBits[type], 0);

/** The types of a mask, `all` when everything is forbidden. */
export function dncTypes(mask: number): DncType[] {
  if ((mask & dncBits.all) === dncBits.all) return ["all"];
  return (["call", "sms", "rcs"] as const).filter((type) => blocks(mask, type));
}
