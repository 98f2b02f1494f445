import { describeKind } from "../../describeKind.ts";
import { percentage } from "./index.ts";

const paths = (...percentages: (number | null)[]) =>
  percentages.map((weight, index) => ({ targetNode: index + 3, percentage: weight }));
const third = { percentages: [5000, 5000, 5000], children: [3, 4, 5] };

describeKind("percentage", percentage, {
  saves: [
    {
      rule: "weights times 100",
      draft: { percentagePaths: paths(50, 33.33, 16.67) },
      own: { percentages: [5000, 3333, 1667] },
      children: [3, 4, 5],
    },
    { rule: "two paths of 50 by default", draft: {}, own: { percentages: [5000, 5000] } },
  ],
  rejects: [
    {
      rule: "paths that lead nowhere",
      draft: {},
      messages: ["Target Node 1 is required", "Target Node 2 is required"],
    },
    {
      rule: "a target that is there twice",
      draft: { percentagePaths: [...paths(50), ...paths(50)] },
      messages: ["Target Node 2 must be unique"],
    },
    {
      rule: "a weight that is missing",
      draft: { percentagePaths: paths(50, null) },
      messages: ["Percentage 2 is required"],
    },
    {
      rule: "a weight below 1",
      draft: { percentagePaths: paths(0.5, 50) },
      messages: ["Percentage 1 must be at least 1"],
    },
    { rule: "not weights with decimals", draft: { percentagePaths: paths(33.33, 66.67) }, messages: [] },
    { rule: "not weights that make more than 100", draft: { percentagePaths: paths(50, 50, 50) }, messages: [] },
  ],
  runs: [
    {
      rule: "the first third goes the first way",
      node: third,
      at: { chance: 0.333 },
      outcome: { go: 3, because: "at random, weight 50 of 150" },
    },
    {
      rule: "the second third the second",
      node: third,
      at: { chance: 0.334 },
      outcome: { go: 4, because: "at random, weight 50 of 150" },
    },
    {
      rule: "the rest the last",
      node: third,
      at: { chance: 0.9999999 },
      outcome: { go: 5, because: "at random, weight 50 of 150" },
    },
    {
      rule: "a weight of zero gets no contacts",
      node: { percentages: [0, 100], children: [3, 4] },
      at: { chance: 0 },
      outcome: { go: 4, because: "at random, weight 1 of 1" },
    },
  ],
});
