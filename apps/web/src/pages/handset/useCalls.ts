import { useQuery } from "@tanstack/react-query";
import { type HandsetCall, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { call } from "../../api/call.ts";

/** Nothing rings longer unseen. */
const pollMs = 800;

/** The key of a handset's calls, for whoever changes them. */
export const callsKey = (phone: string) => [simulatorRoutes.calls.path, phone] as const;

/** A handset's calls: the one that rings or talks now, and those that are over. */
export function useCalls(phone: string): { live: HandsetCall | undefined; past: readonly HandsetCall[] } {
  const query = useQuery({
    queryKey: callsKey(phone),
    queryFn: async ({ signal }) => (await call(simulatorRoutes.calls, { params: { number: phone }, signal })).payload,
    refetchInterval: pollMs,
    staleTime: 0,
  });
  const calls = query.data ?? [];
  return {
    live: calls.findLast(({ state }) => state !== "ended"),
    past: calls.filter(({ state }) => state === "ended"),
  };
}
