import { type Delivered, unmatchedBecause } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import {
  evaluateRoute,
  type InboundEvent,
  type Route,
  type RouteVerdict,
} from "@trunkline/workflow/inbound/evaluateRoute.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import type { Query } from "../store/database.ts";
import { addContactTags } from "../store/routing/liveRoute.ts";
import type { RouteDecision } from "../store/routing/routeDecision.ts";
import { type AccountEvent, publishContacts, publishEvents } from "../store/webhooks/webhookEvent.ts";

/** A call or text, and the result of its route. */
export interface RoutedItem {
  accountId: string;
  subjectId: string;
  contactId: string | null;
  event: InboundEvent;
  route: Route;
  verdict: RouteVerdict;
}

const ownVariables = new Set([
  "text",
  "from",
  "to",
  "fromstate",
  "tostate",
  "fromcountry",
  "tocountry",
  "options.timezone",
]);
const readsContactCache = new WeakMap<Route, boolean>();

/** Whether a route has a rule on the contact, who is read only then. */
export function readsContact(route: Route): boolean {
  let asks = readsContactCache.get(route);
  if (asks === undefined) {
    asks = route.destinations.some(({ ruleDTO }) =>
      [...ruleDTO.and, ...ruleDTO.or].some(({ variable }) => !ownVariables.has(variable.toLowerCase())),
    );
    readsContactCache.set(route, asks);
  }
  return asks;
}

/** Evaluates a route for a call or text. */
export const routeItem = (
  route: Route,
  event: InboundEvent,
  of: Pick<RoutedItem, "accountId" | "subjectId" | "contactId">,
): RoutedItem => ({ ...of, event, route, verdict: evaluateRoute(route, event) });

/** The routing decision, as it is stored. */
export function decisionOf(routed: RoutedItem, answer: Delivered | undefined): RouteDecision {
  const { accountId, subjectId, contactId, event, route, verdict } = routed;
  const { destination } = verdict;
  return {
    accountId,
    subjectId,
    contactId,
    srcType: event.channel,
    routeTag: route.routeTag,
    from: event.from,
    destination: destination?.name ?? null,
    destType: destination?.destType ?? null,
    dest: destination === null ? null : targetOf(destination),
    outcome: answer?.outcome ?? "unmatched",
    because: answer?.because ?? unmatchedBecause(verdict),
    paths: verdict.paths,
    unread: verdict.unread,
  };
}

/** The target of a destination. Where `dest` only repeats the type, the target is in the options (wire reading 21). */
function targetOf({ destType, dest, options }: RouteDestination): string {
  if (destType === "ivr") return options.ivr ?? dest;
  return dest === destType ? "" : dest;
}

/** Adds the destinations' tags to the contacts that were routed there, and publishes the decisions (event type inroute). */
export async function notifyRouted(
  q: Query,
  decided: readonly { routed: RoutedItem; decision: RouteDecision }[],
): Promise<void> {
  const changed = await addContactTags(
    q,
    decided.flatMap(({ routed: { accountId, contactId, verdict } }) =>
      contactId === null || !verdict.destination?.applyTags.length
        ? []
        : [{ accountId, contactId, tags: verdict.destination.applyTags }],
    ),
  );
  await publishContacts(
    q,
    changed.map((one) => ({ ...one, eventType: "contact_edit", source: "text" })),
  );
  await publishEvents(q, decided.map(eventOf));
}

function eventOf({ routed, decision }: { routed: RoutedItem; decision: RouteDecision }): AccountEvent {
  const { accountId, contactId, subjectId, event } = routed;
  const { channel, from, to } = event;
  return {
    accountId,
    eventType: "inroute",
    contactId,
    data: {
      ...(channel === "call" ? { callid: subjectId } : { messageid: subjectId }),
      contactid: contactId,
      channel,
      from,
      to,
      routetag: decision.routeTag,
      destination: decision.destination,
      desttype: decision.destType,
      dest: decision.dest,
      outcome: decision.outcome,
      reason: decision.because,
    },
  };
}
