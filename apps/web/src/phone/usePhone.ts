import { useQuery } from "@tanstack/react-query";
import { type PhoneCall, phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { useEffect, useRef } from "react";
import { ApiFailure, callOne, type Item } from "../api/call.ts";
import { oneOf } from "../api/queries.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { useSoundState } from "./sound/soundState.ts";

/** How often the phone reports that it is open. The server closes it after 30 seconds without a report (decision 0038). */
const reportMs = 10_000;
/** Poll interval in seconds during a call, while available and while away. */
const pollSeconds = { call: 1, available: 2, away: 5 };

export type PhoneState = Item<typeof phoneRoutes.find>;

/** The display name of the other party. */
export const nameOfParty = ({ contactName, phone }: Pick<PhoneCall, "contactName" | "phone">): string =>
  contactName ?? formatPhone(phone);

/** An incoming call that rings. A call that the user placed rings at the other end. */
export const isRinging = ({ state, kind }: PhoneCall): boolean => state === "ringing" && kind !== "person";

/** The talk has ended, and the user is not rung until its wrap-up is. */
export const isInWrapUp = ({ state, wrapUntil }: Pick<PhoneCall, "state" | "wrapUntil">): boolean =>
  state === "over" && wrapUntil !== null && Date.parse(wrapUntil) > Date.now();

/** Ringing or connected. An ended call changes only when the user presses Done. */
const isLive = ({ state }: PhoneCall): boolean => state !== "over";

/** The waiting callers, without the one that is ringing here. */
export const waitingOf = ({ calls, waiting }: Pick<PhoneState, "calls" | "waiting">): PhoneState["waiting"] =>
  waiting.filter(({ callId }) => !calls.some((one) => isRinging(one) && one.callId === callId));

/** Polls the user's phone and keeps it open while any page is open. */
export function usePhone() {
  const reportedAt = useRef(0);
  const phone = useQuery({
    ...oneOf(phoneRoutes.find),
    queryFn: ({ signal }): Promise<PhoneState> => {
      if (Date.now() - reportedAt.current < reportMs) return callOne(phoneRoutes.find, { signal, unasked: true });
      reportedAt.current = Date.now();
      const { inBrowser } = useSoundState.getState();
      const body = { open: true, ...(inBrowser !== undefined && { inBrowser: [...inBrowser] }) };
      return callOne(phoneRoutes.open, { body, signal, unasked: true });
    },
    retry: false,
    // fail at once when the browser is offline, so that the tone stops and the button shows it
    networkMode: "always",
    refetchOnWindowFocus: true,
  });
  const latest = useRef(phone);
  latest.current = phone;
  // a change of what this browser carries is reported at once
  useEffect(
    () =>
      useSoundState.subscribe(({ inBrowser }, before) => {
        if (inBrowser?.join() === before.inBrowser?.join()) return;
        reportedAt.current = 0;
        void latest.current.refetch();
      }),
    [],
  );
  useEffect(() => {
    const ticker = new Worker(new URL("./ticks.ts", import.meta.url), { type: "module" });
    let seconds = 0;
    ticker.onmessage = () => {
      const { data, error, isFetching, refetch } = latest.current;
      seconds++;
      const every = data === undefined ? 2 : data.calls.some(isLive) ? pollSeconds.call : pollSeconds[data.status];
      // stop polling after the session has ended
      if (seconds < every || isFetching || (error instanceof ApiFailure && error.status === 401)) return;
      seconds = 0;
      void refetch({ cancelRefetch: false });
    };
    return () => ticker.terminate();
  }, []);
  return phone;
}
