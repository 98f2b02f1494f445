import { useQuery } from "@tanstack/react-query";
import { type PhoneCall, phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { useEffect, useRef } from "react";
import { ApiFailure, callOne, type Item } from "../api/call.ts";
import { oneOf } from "../api/queries.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";

/** A phone that says nothing for 30 seconds is closed (decision 0038). */
const openMs = 10_000;
/** So many seconds pass until the phone is looked at again: during a call, ready, away. */
const lookEvery = { call: 1, available: 2, away: 5 };

export type PhoneState = Item<typeof phoneRoutes.find>;

/** What a caller is called. */
export const nameOfParty = ({ contactName, phone }: Pick<PhoneCall, "contactName" | "phone">): string =>
  contactName ?? formatPhone(phone);

/** Somebody wants to be answered; a call that the user placed rings elsewhere. */
export const isRinging = ({ state, kind }: PhoneCall): boolean => state === "ringing" && kind !== "person";

/** It rings or talks; a call that only waits for Done changes by nothing but the user. */
const isLive = ({ state }: PhoneCall): boolean => state !== "over";

/** Who waits; who rings here is not to be taken a second time. */
export const waitingOf = ({ calls, waiting }: Pick<PhoneState, "calls" | "waiting">): PhoneState["waiting"] =>
  waiting.filter(({ callId }) => !calls.some((one) => isRinging(one) && one.callId === callId));

/** The signed-in user's phone: open as long as any page of the product is, and looked at again and again. */
export function usePhone() {
  const opened = useRef(0);
  const phone = useQuery({
    ...oneOf(phoneRoutes.find),
    queryFn: ({ signal }): Promise<PhoneState> => {
      if (Date.now() - opened.current < openMs) return callOne(phoneRoutes.find, { signal, unasked: true });
      opened.current = Date.now();
      return callOne(phoneRoutes.open, { body: { open: true }, signal, unasked: true });
    },
    retry: false,
    // a browser that is offline finds out at once: the tone stops, and the button says so
    networkMode: "always",
    refetchOnWindowFocus: true,
  });
  const latest = useRef(phone);
  latest.current = phone;
  useEffect(() => {
    const ticker = new Worker(new URL("./ticks.ts", import.meta.url), { type: "module" });
    let seconds = 0;
    ticker.onmessage = () => {
      const { data, error, isFetching, refetch } = latest.current;
      seconds++;
      const every = data === undefined ? 2 : data.calls.some(isLive) ? lookEvery.call : lookEvery[data.status];
      // a session that has ended is over: its user signs in again
      if (seconds < every || isFetching || (error instanceof ApiFailure && error.status === 401)) return;
      seconds = 0;
      void refetch({ cancelRefetch: false });
    };
    return () => ticker.terminate();
  }, []);
  return phone;
}
