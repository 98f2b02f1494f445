import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import type { Voice } from "@trunkline/workflow/voice/voices.ts";
import type { CallKey } from "../store/calls/call.ts";
import type { Query } from "../store/database.ts";

/** What the lines of calls need to know. */
export interface CallWorld {
  /** The address that others see, before the path of a recording. */
  publicUrl: string;
  /** Of simulated calls: 1 is as in life; tests are quicker. */
  pace: number;
}

/** The two numbers of a line. */
export interface LineEnds {
  /** The connection that rings a phone of the user, who speaks there. Null: the page is enough. */
  ringsUserBy: string | null;
  own: string;
  contact: string;
}

/** Lines of one kind of carrier. */
export interface CallLines {
  /** The connection of a carrier that rings users where they speak, when they answer. Null: the page is enough. */
  ringsUsersBy(carrier: string): string | null;
  /** Whether a user can consult someone while the contact is on hold. */
  consults: boolean;
  /** Whether the carrier can speak with a voice. */
  speaks(voice: Voice): boolean;
  /**
   * Locks the line of a call, asks which orders it gets, and carries them out. Null instead of the ends: the line has
   * ended. False if the call has no line or gets no order.
   */
  order(
    q: Query,
    call: CallKey,
    decide: (ends: LineEnds | null) => Promise<readonly LineOrder[]>,
    world: CallWorld,
  ): Promise<boolean>;
}
