import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";

type Share = LivePlace["serviceLevel"];

/** What all places come to. Rates are of all their calls, not averages of rates. */
export function totalOf(places: readonly LivePlace[]) {
  const sum = (of: (place: LivePlace) => number): number => places.reduce((total, place) => total + of(place), 0);
  const share = (of: (place: LivePlace) => Share): Share => {
    const count = sum((place) => of(place).count);
    const whole = sum((place) => of(place).of);
    return { count, of: whole, rate: whole === 0 ? null : count / whole };
  };
  const answered = sum((place) => place.answered);
  const oldest = places.flatMap((place) => place.oldest ?? []).sort()[0];
  return {
    waiting: sum((place) => place.waiting),
    oldest: oldest ?? null,
    entered: sum((place) => place.entered),
    answered,
    serviceLevel: share((place) => place.serviceLevel),
    abandonment: share((place) => place.abandonment),
    averageWait: answered === 0 ? null : sum((place) => (place.averageWait ?? 0) * place.answered) / answered,
  };
}
