import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { expect, it } from "vitest";
import { describeRule } from "./describeRule.ts";

const rule = (text: string, holds: boolean) => ({ rule: text, actual: null, holds });
const route: RouteDecision = {
  routeTag: "main",
  destination: "dest_main_2",
  destType: "workgroup",
  dest: "Sales",
  outcome: "delivered",
  because: null,
  paths: [
    { name: "dest_main_1", holds: false, and: [rule("tier is silver", false)], or: [] },
    {
      name: "dest_main_2",
      description: "Gold callers",
      holds: true,
      and: [rule("tier is gold", true)],
      or: [rule("state is IL", false), rule("state is NY", true)],
    },
  ],
  unread: 0,
};

it.each([
  ["the path with the rules that were met", route, "main, Gold callers: tier is gold, state is NY"],
  [
    "the path alone where it has no rules",
    { ...route, paths: [{ ...route.paths[1]!, and: [], or: [] }] },
    "main, Gold callers",
  ],
  ["the workflow alone where no path matched", { ...route, destination: null }, "main"],
])("describes %s", (_, decision, words) => {
  expect(describeRule(decision)).toBe(words);
});
