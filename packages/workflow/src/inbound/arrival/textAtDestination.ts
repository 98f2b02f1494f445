import type { ReplyWord } from "../../parts/phone/optOutKeywords.ts";
import { evaluateRoute, type InboundEvent, type Route, type RouteVerdict } from "../evaluateRoute.ts";
import type { DestType, RouteDestination } from "../route.ts";
import { type Delivered, refused } from "./delivered.ts";

/** Routes a text. A keyword that the product itself answers (STOP, START, HELP) is not routed (decision 0037). */
export const routeText = (route: Route, event: InboundEvent, word: ReplyWord | null): RouteVerdict =>
  word === null ? evaluateRoute(route, event) : { paths: [], unread: 0, destination: null, because: "noPathMatches" };

/** Why a keyword was not routed. */
export const answeredBecause = (word: ReplyWord): string => `${word.toUpperCase()} was answered automatically`;

/** A text at a destination that accepts none. */
export const noTexts = (destType: DestType): Delivered => refused(`Texts cannot be routed to ${destType}`);

/** The kinds of destination that accept texts and RCS messages. */
export const textDestTypes = ["inbox", "sms", "workflow"] as const satisfies readonly DestType[];

/** Why a text is not forwarded, or undefined. Forwarding in a loop is prevented. */
export function whyNotForward(
  { dest }: RouteDestination,
  from: string,
  isOurs: (phone: string) => boolean,
): Delivered | undefined {
  if (dest === from) return refused("The text came from the phone that it would go to");
  if (isOurs(dest)) return refused(`${dest} is a number of this product: the text could run in a circle`);
  return undefined;
}

/** A forwarded text names its sender. */
export const forwardedText = (from: string, text: string): string => `From ${from}: ${text}`;
