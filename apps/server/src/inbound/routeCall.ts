import {
  type CallAtDestination,
  callAtDestination,
  noAnswerPlan,
} from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import { isE164 } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import { recipientZones } from "@trunkline/workflow/parts/time/recipientZones.ts";
import type { CallPlan } from "@trunkline/workflow/voice/script.ts";
import type { Query } from "../store/database.ts";
import { findTextingContacts } from "../store/routing/inbound.ts";
import { listLiveRoutes, listRoutedContacts, numberKey } from "../store/routing/liveRoute.ts";
import type { RouteDecision } from "../store/routing/routeDecision.ts";
import type { RoutedCall } from "./destinations/destination.ts";
import { callDestinations } from "./destinations/index.ts";
import { decisionOf, notifyRouted, readsContact, routeItem } from "./routed.ts";

/** What an inbound call does, and how it is reported once the call is stored. */
export interface RouteOfCall {
  plan: CallPlan;
  /** Who calls: made a contact where the route needs one. */
  contactId: string | null;
  /** The decision, to be stored; null where the number has no inbound workflow. */
  decision: RouteDecision | null;
  /** Publishes the decision. */
  notify(): Promise<void>;
}

/** Routes a call by the inbound workflow of the called number. Without one, callers hear that no one answers. */
export async function routeCall(q: Query, call: Omit<RoutedCall, "destination">, nowMs: number): Promise<RouteOfCall> {
  const { accountId, callId, from, to } = call;
  const number = { accountId, phone: to };
  const route = (await listLiveRoutes(q, [number])).get(numberKey(number));
  if (route === undefined)
    return { plan: noAnswerPlan, contactId: call.contactId, decision: null, notify: async () => {} };
  const known = call.contactId === null || !readsContact(route) ? [] : [{ accountId, contactId: call.contactId }];
  const contact = [...(await listRoutedContacts(q, known)).values()][0] ?? null;
  const event = { channel: "call" as const, from, to, text: "", atMs: nowMs, contact };
  const found = routeItem(route, event, { accountId, subjectId: callId, contactId: call.contactId });
  const { destination } = found.verdict;
  const needsContact =
    destination !== null && (destination.destType === "workflow" || destination.applyTags.length > 0);
  const contactId = call.contactId ?? (needsContact ? await makeContact(q, accountId, from) : null);
  const routed = { ...found, contactId };
  const answer = destination === null ? undefined : await routeToDestination(q, { ...call, contactId, destination });
  const decision = decisionOf(routed, answer);
  return {
    plan: answer?.plan ?? noAnswerPlan,
    contactId,
    decision,
    notify: () => notifyRouted(q, [{ routed, decision }]),
  };
}

async function routeToDestination(q: Query, call: RoutedCall): Promise<CallAtDestination> {
  const { destination } = call;
  const found = await callDestinations[destination.destType]?.find(q, call);
  return callAtDestination(destination, found ?? {});
}

/** An unknown caller becomes a contact, as the sender of a text does. */
export async function makeContact(q: Query, accountId: string, phone: string): Promise<string | null> {
  if (!isE164(phone)) return null;
  const { zones, from: zonesFrom } = recipientZones({ phone });
  const made = await findTextingContacts(q, [{ accountId, phone, zones, zonesFrom }]);
  return made.get(`${accountId} ${phone}`)?.contactId ?? null;
}
