import { type Delivered, refused } from "@trunkline/workflow/inbound/arrival/delivered.ts";
import { answeredBecause, noTexts, routeText } from "@trunkline/workflow/inbound/arrival/textAtDestination.ts";
import type { DestType } from "@trunkline/workflow/inbound/route.ts";
import type { ReplyWord } from "@trunkline/workflow/parts/phone/optOutKeywords.ts";
import type { Query } from "../store/database.ts";
import { markHandled } from "../store/inbox/openConversation.ts";
import { insertEffects } from "../store/journeys/effect.ts";
import { newId } from "../store/newId.ts";
import { listLiveRoutes, listRoutedContacts, numberKey } from "../store/routing/liveRoute.ts";
import { insertRouteDecisions, type RouteDecision } from "../store/routing/routeDecision.ts";
import { openAccountLanes } from "../store/runs/lane.ts";
import type { RoutedText } from "./destinations/destination.ts";
import { textDestinations } from "./destinations/index.ts";
import { decisionOf, notifyRouted, type RoutedItem, readsContact } from "./routed.ts";

/** A stored text, to be routed by the inbound workflow of its number. */
export interface TextToRoute extends Omit<RoutedText, "destination"> {
  /** A keyword that the product itself answers (STOP, START, HELP). Such a text is not routed. */
  word: ReplyWord | null;
}

/**
 * Routes texts by the inbound workflows of their numbers, in the transaction that stores them (readings, Replies). Each text
 * is delivered once, and the result of every rule is stored. Texts to numbers without a route only appear in the inbox.
 */
export async function routeTexts(q: Query, texts: readonly TextToRoute[], nowMs: number): Promise<void> {
  const routes = await listLiveRoutes(
    q,
    texts.map(({ accountId, to }) => ({ accountId, phone: to })),
  );
  if (routes.size === 0) return;
  const withRoute = texts.flatMap((text) => {
    const route = routes.get(numberKey({ accountId: text.accountId, phone: text.to }));
    return route === undefined ? [] : [{ text, route }];
  });
  const contacts = await listRoutedContacts(
    q,
    withRoute.flatMap(({ text, route }) => (readsContact(route) ? [text] : [])),
  );
  const items = withRoute.map(({ text, route }): { text: TextToRoute; routed: RoutedItem } => {
    const { accountId, messageId, contactId, channel, from, to, word } = text;
    const contact = contacts.get(`${accountId} ${contactId}`) ?? null;
    const of = { accountId, subjectId: messageId, contactId };
    const event = { channel, from, to, text: text.text, atMs: nowMs, contact };
    return { text, routed: { ...of, event, route, verdict: routeText(route, event, word) } };
  });
  const answers = await deliver(q, items);
  // a workflow handles these, so they need no attention in the inbox
  await markHandled(
    q,
    items.flatMap(({ text, routed: { verdict } }) =>
      verdict.destination?.destType === "workflow" && answers.get(text.messageId)?.outcome === "delivered"
        ? [{ ...text, campaignId: verdict.destination.dest }]
        : [],
    ),
  );
  const decided = items.map(({ text, routed }) => ({
    text,
    routed,
    decision: decisionFor(text, routed, answers.get(text.messageId)),
  }));
  await insertRouteDecisions(
    q,
    decided.map(({ decision }) => decision),
  );
  await notifyRouted(q, decided);
  await notifyCallbacks(q, decided);
}

/** The destinations' callbacks receive each text that was routed there (spec 1 §3.3), as they receive calls. */
async function notifyCallbacks(
  q: Query,
  decided: readonly { text: TextToRoute; routed: RoutedItem; decision: RouteDecision }[],
): Promise<void> {
  const requests = decided.flatMap(({ text, routed, decision }) => {
    const url = routed.verdict.destination?.callbackUrl;
    const { accountId, contactId } = text;
    return url
      ? [{ accountId, contactId, effect: { do: "notifyCallback" as const, url, params: paramsOf(text, decision) } }]
      : [];
  });
  if (requests.length === 0) return;
  await openAccountLanes(q, [...new Set(requests.map(({ accountId }) => accountId))]);
  const noJourney = { batchId: null, campaignId: null, journeyId: null, node: null, revision: null };
  await insertEffects(
    q,
    requests.map((one) => ({ ...noJourney, ...one, effectId: newId() })),
  );
}

/** The parameters, named as in a call's callbacks. */
const paramsOf = (
  { accountId, messageId, contactId, channel, from, to, text, mediaUrl }: TextToRoute,
  { routeTag, destination, destType, dest, outcome, because }: RouteDecision,
): Record<string, string> => ({
  accountSid: accountId,
  messageSid: messageId,
  contactId,
  channel,
  direction: "inbound",
  from,
  to,
  text,
  ...(mediaUrl !== null && { mediaUrl }),
  routeTag,
  destination: destination ?? "",
  destType: destType ?? "",
  dest: dest ?? "",
  outcome,
  ...(because !== null && { reason: because }),
});

const decisionFor = ({ word }: TextToRoute, routed: RoutedItem, answer: Delivered | undefined) =>
  word === null
    ? decisionOf(routed, answer)
    : {
        ...decisionOf(routed, undefined),
        outcome: "answered" as const,
        because: answeredBecause(word),
      };

/** Each kind of destination gets its texts at once. */
async function deliver(
  q: Query,
  all: readonly { text: TextToRoute; routed: RoutedItem }[],
): Promise<Map<string, Delivered>> {
  const going = all.flatMap(({ text: { word: _, ...text }, routed }): RoutedText[] =>
    routed.verdict.destination === null ? [] : [{ ...text, destination: routed.verdict.destination }],
  );
  const answers = new Map<string, Delivered>();
  const kinds = Map.groupBy(going, ({ destination }) => destination.destType);
  // in one order everywhere: two that receive at the same time wait for each other in one order
  for (const destType of [...kinds.keys()].sort()) {
    const texts = kinds.get(destType) as RoutedText[];
    const given = await giveTo(q, destType, texts);
    texts.forEach(({ messageId }, index) => {
      answers.set(messageId, given[index] ?? refused("The destination gave no answer"));
    });
  }
  return answers;
}

async function giveTo(q: Query, destType: DestType, texts: readonly RoutedText[]): Promise<Delivered[]> {
  const destination = textDestinations[destType];
  if (destination === undefined) return texts.map(() => noTexts(destType));
  return destination.deliver(q, texts);
}
