import { describe, expect, it } from "vitest";
import { dealConversations } from "./dealConversations.ts";

type Method = "roundRobin" | "leastOpen";
const deal = (method: Method, count: number, open: Record<string, number>, last: string | null = null) => {
  const fitted = Array.from({ length: count }, (_, index) => ({
    accountId: "a",
    contactId: `c${index}`,
    ruleId: "r",
    ruleName: "Billing",
    workGroupId: "g",
    workGroupName: "Billing",
    method,
  }));
  const members = Object.entries(open).map(([userId, held]) => ({ workGroupId: "g", userId, open: held }));
  const { assignments, turns } = dealConversations(fitted, members, new Map([["r", last]]));
  return [assignments.map(({ userId }) => userId).join(" "), turns.map(({ userId }) => userId).join(" ")];
};

describe("conversations are dealt to a work group (decision 0099)", () => {
  it.each<[string, Method, number, Record<string, number>, string | null, string, string]>([
    ["in turns from the first", "roundRobin", 4, { ann: 9, bob: 0, cem: 0 }, null, "ann bob cem ann", "ann"],
    ["in turns after the last one", "roundRobin", 2, { ann: 0, bob: 0, cem: 0 }, "bob", "cem ann", "ann"],
    ["in turns when the last one has left", "roundRobin", 1, { ann: 0, bob: 0 }, "zoe", "ann", "ann"],
    ["to the member with the fewest open", "leastOpen", 4, { ann: 2, bob: 0, cem: 1 }, null, "bob bob cem ann", "ann"],
    ["to no one in a group without members", "roundRobin", 1, {}, null, "", ""],
    ["to no one without members by load", "leastOpen", 1, {}, null, "", ""],
  ])("%s", (_, method, count, open, last, who, turn) => {
    expect(deal(method, count, open, last)).toEqual([who, turn]);
  });
});
