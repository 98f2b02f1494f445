import type { LineReport, LineRoom, LineTarget } from "./callLine.ts";

// What a dial names, whichever carrier has the line.

/** A phone that a dial rings. */
export type PhoneTarget = Exclude<LineTarget, LineRoom>;

/** A conference that a line has entered. */
export type JoinedRoom = Omit<LineRoom, "to" | "music">;

/** The phones of a dial. */
export const phonesOf = (targets: readonly LineTarget[]): PhoneTarget[] =>
  targets.filter((target) => target.to !== "room");

/** The conference of a dial. A dial that names phones as well rings those instead. */
export const roomOf = (targets: readonly LineTarget[]): LineRoom | undefined =>
  targets.every(({ to }) => to === "room") ? targets.find((target) => target.to === "room") : undefined;

/** The number or SIP address of a phone. */
export const phoneOf = (target: PhoneTarget): string => (target.to === "number" ? target.number : target.address);

/** A SIP address with its scheme. */
export const sipUri = (address: string): string => (/^sips?:/i.test(address) ? address : `sip:${address}`);

/** What a provider is asked to call: a number as it is, a SIP address with its scheme. */
export const uriOf = (phone: string): string => (phone.includes("@") ? sipUri(phone) : phone);

/** The report of a line that enters a conference. `isAlone`: it can have no other participants. */
export const enteredRoom = ({ name, muted, beep, starts, ends }: JoinedRoom, isAlone = false): LineReport => ({
  type: "enteredRoom",
  room: name,
  muted,
  beep,
  waits: !starts,
  ends,
  alone: isAlone,
});
