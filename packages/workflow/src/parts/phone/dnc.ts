import type { DncType } from "../../engine/effects.ts";

export type Channel = Exclude<DncType, "all">;

/** Bits of the blocked channels of a contact. `all` is the three together (readings, DNC types). */
export const dncBits = { call: 1, sms: 2, rcs: 4, all: 7 } as const satisfies Record<DncType, number>;

/** Bits for channels that the contact itself refused, only set together with the channel's own bit. */
export const refusedBits = { call: 8, sms: 16, rcs: 32 } as const satisfies Record<Channel, number>;

/** Bits set by a STOP by text: texts and RCS (readings, Engine; readings, STOP). */
export const optOutMask = dncBits.sms | dncBits.rcs | refusedBits.sms | refusedBits.rcs;

/** Whether the mask blocks the channel. */
export const blocks = (mask: number, channel: Channel): boolean => (mask & dncBits[channel]) !== 0;

/** Why the mask blocks the channel: the contact opted out, or the account blocked the number. Undefined when allowed. */
export function stopReason(mask: number, channel: Channel): "opted_out" | "dnc" | undefined {
  if (!blocks(mask, channel)) return undefined;
  return (mask & refusedBits[channel]) !== 0 ? "opted_out" : "dnc";
}

/** The mask of a list of types. */
export const dncMask = (types: readonly DncType[]): number => types.reduce((mask, type) => mask | dncBits[type], 0);

/** The types of a mask, `all` when every channel is blocked. */
export function dncTypes(mask: number): DncType[] {
  if ((mask & dncBits.all) === dncBits.all) return ["all"];
  return (["call", "sms", "rcs"] as const).filter((type) => blocks(mask, type));
}
