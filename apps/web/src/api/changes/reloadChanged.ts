import type { Query, QueryClient } from "@tanstack/react-query";
import { type ChangeKind, changesShownBy } from "@trunkline/contract/changes/change.ts";

/** A query is reloaded at most once a second, and one that takes long has at least ten times as long until the next reload. */
const leastGapMs = 1_000;
const pauseTimes = 10;

interface Plan {
  isBusy: boolean;
  again: boolean;
}

const plans = new WeakMap<Query, Plan>();

/** What a form was filled with is not loaded again under it, nor what never changes. */
const isStill = (query: Query): boolean =>
  query.observers.some(
    ({ options }) => options.refetchOnWindowFocus === false || options.staleTime === Number.POSITIVE_INFINITY,
  );

/** Reloads what the open page shows of these kinds, and marks the rest as out of date. */
export function reloadChanged(client: QueryClient, kinds: ReadonlySet<ChangeKind>): void {
  for (const query of client.getQueryCache().getAll()) {
    const [path] = query.queryKey;
    if (typeof path !== "string" || !changesShownBy(path).some((kind) => kinds.has(kind)) || isStill(query)) continue;
    if (query.isActive()) void reload(client, query);
    else query.invalidate();
  }
}

async function reload(client: QueryClient, query: Query): Promise<void> {
  const plan = plans.get(query) ?? { isBusy: false, again: false };
  plans.set(query, plan);
  // an answer that is on its way may be older than the change
  plan.again = plan.isBusy || query.state.fetchStatus === "fetching";
  if (plan.isBusy) return;
  plan.isBusy = true;
  const startMs = performance.now();
  const filter = { queryKey: query.queryKey, exact: true };
  await client.invalidateQueries(filter, { cancelRefetch: false }).catch(() => undefined);
  const tookMs = performance.now() - startMs;
  await new Promise((resolve) => setTimeout(resolve, Math.max(leastGapMs - tookMs, tookMs * pauseTimes)));
  plan.isBusy = false;
  if (plan.again && query.isActive()) void reload(client, query);
}
