import { expect, test } from "vitest";
import { countTags, sharedTags, tagsAfter } from "./workflowTags.ts";

const rows = [{ tags: ["Sale", "VIP"] }, { tags: ["sale"] }, { tags: [] }];

test("tags are counted whatever their capitals, in alphabetical order", () => {
  expect(countTags([{ tags: ["vip", "Sale"] }, { tags: ["sale"] }])).toEqual([
    { tag: "Sale", count: 2 },
    { tag: "vip", count: 1 },
  ]);
});

test("only tags that all workflows have are shared", () => {
  expect(sharedTags(rows.slice(0, 2))).toEqual(["Sale"]);
  expect(sharedTags(rows)).toEqual([]);
});

test("a change of shared tags leaves the other tags of each workflow", () => {
  expect(tagsAfter(["Sale", "VIP"], ["Sale"], ["Winter"])).toEqual(["VIP", "Winter"]);
  expect(tagsAfter(["vip"], [], ["VIP", "New", "new"])).toEqual(["vip", "New"]);
});
