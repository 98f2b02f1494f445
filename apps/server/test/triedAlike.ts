import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { routeOf } from "@trunkline/workflow/inbound/askRoute.ts";
import { describeRule } from "@trunkline/workflow/inbound/describeRule.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { RouteDestination } from "@trunkline/workflow/inbound/route.ts";
import { type InboundInput, type InboundWorld, playInbound } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { expect } from "vitest";
import type { SampleEvent } from "./inboundCases.ts";

/** What the tester of the pages has of the account. */
export interface TriedIn {
  routeTag: string;
  text: string;
  destinations: readonly RouteDestination[];
  ivr: Ivr;
  campaign: string;
  numbers: readonly string[];
}

/** The tester sends a call or text where the server did, for the same reasons, and its callers hear the same first (decision 0089). */
export function isTriedAlike(
  { routeTag, text, destinations, ivr, campaign, numbers }: TriedIn,
  { channel, from, to, text: words, attributes, atMs }: SampleEvent,
  decided: { route: RouteDecision; said: readonly string[] | undefined },
): void {
  const asked = routeOf(readInbound(text), { routeTag, destinations });
  const world: InboundWorld = {
    asked,
    ivrs: new Map([[ivr.ivrName, ivr]]),
    liveLists: new Set(["front-desk"]),
    workGroups: new Set(["sales"]),
    workflows: new Map([[campaign, "Welcome"]]),
    ownNumbers: new Set(numbers),
  };
  // the question has minutes: the clock jumps to the second, and the caller calls or texts then
  const at = new Date(atMs - 86_400_000).toISOString().slice(0, 16);
  const question = { srcType: channel === "call" ? "sms" : channel, from, to, at, text: "before", attributes } as const;
  const inputs: InboundInput[] = [
    { do: "wait", untilMs: atMs },
    channel === "call" ? { do: "call" } : { do: "text", text: words },
  ];
  const moments = playInbound(world, { question, documents: {} }, inputs);
  const { arrival, thread } = moments[2] ?? {};
  const nameOf = (node: string) => [...asked.nodes].find(([, id]) => id === node)?.[0];
  expect({
    destination: arrival?.answer.node == null ? null : nameOf(arrival.answer.node),
    outcome: arrival?.outcome,
    because: arrival?.because,
    paths: arrival?.answer.paths.map(({ node, holds, rules }) => ({
      name: nameOf(node),
      holds,
      and: rules.map(({ verdict }) => ({ ...verdict, rule: describeRule(verdict.rule) })),
    })),
  }).toEqual({
    destination: decided.route.destination,
    outcome: decided.route.outcome,
    because: decided.route.because,
    paths: decided.route.paths.map(({ name, holds, and }) => ({ name, holds, and })),
  });
  const heard = thread?.flatMap((item) => (item.kind === "call" && item.line.kind === "said" ? [item.line.text] : []));
  if (decided.said !== undefined) expect(heard?.slice(0, decided.said.length)).toEqual(decided.said);
}
