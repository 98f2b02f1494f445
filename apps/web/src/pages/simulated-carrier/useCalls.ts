import { useQuery } from "@tanstack/react-query";
import { type HandsetCall, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { call } from "../../api/call.ts";

/** Poll interval, which limits how late a ringing call appears. */
const pollMs = 800;

/** The query key of a handset's calls. */
export const callsKey = (phone: string) => [simulatorRoutes.calls.path, phone] as const;

/** A handset's active call and its ended calls. */
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
