import { type Route, zoneOfDestination } from "../../inbound/evaluateRoute.ts";
import { instantOnDay, localMoment } from "../../parts/time/clock.ts";
import { parseTime } from "../../parts/time/timeOfDay.ts";

/** The first full minute after which a time rule of the route answers otherwise. Undefined: the route has no time rule. */
export function nextTimeChange({ destinations, globalTimezone }: Route, nowMs: number): number | undefined {
  const times = destinations.flatMap(({ options, ruleDTO }) =>
    [...ruleDTO.and, ...ruleDTO.or].flatMap(({ type, operation, value }) => {
      const second = type === "time" ? parseTime(value) : undefined;
      if (second === undefined) return [];
      // "after" begins a second later
      const changes = operation === "GREATER_THAN" ? second + 1 : second;
      return nextAt(Math.ceil(changes / 60) * 60, zoneOfDestination(options.timezone, globalTimezone), nowMs);
    }),
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

function nextAt(secondOfDay: number, zone: string, nowMs: number): number[] {
  const { epochDay } = localMoment(nowMs, zone);
  const found = [0, 1].map((later) => instantOnDay(epochDay + later, secondOfDay, zone)).find((at) => at > nowMs);
  return found === undefined ? [] : [found];
}
