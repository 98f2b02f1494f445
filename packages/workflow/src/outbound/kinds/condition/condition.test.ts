import { describeKind } from "../../describeKind.ts";
import { condition } from "./index.ts";

const west = { variable: "state", operation: "EQUALS_ONE_OF", value: "CA,NV" };
const noMail = { variable: "email", operation: "DN_EXISTS", value: "" };
const paths = [{ targetNode: 3, statements: [west, noMail] }];
const own = { conditions: [...paths, { targetNode: 5, statements: [] }], defaultNodePath: 5 };
const twoPaths = {
  conditions: [
    { targetNode: 3, statements: [west, noMail] },
    { targetNode: 4, statements: [{ variable: "firstName", operation: "BEGINS_WITH", value: "an" }] },
    { targetNode: 5, statements: [] },
  ],
  defaultNodePath: 5,
};

describeKind("condition", condition, {
  saves: [
    {
      rule: "by name with DN_, ending with the default entry",
      draft: { conditionalPaths: paths, defaultNodePath: 5 },
      own,
      children: [3, 5],
    },
    {
      rule: "EXISTS without a value",
      draft: {
        conditionalPaths: [{ targetNode: 3, statements: [{ ...noMail, value: "left over" }] }],
        defaultNodePath: 5,
      },
      own: {
        conditions: [
          { targetNode: 3, statements: [noMail] },
          { targetNode: 5, statements: [] },
        ],
        defaultNodePath: 5,
      },
      children: [3, 5],
    },
  ],
  rejects: [
    {
      rule: "an empty form",
      draft: {},
      messages: [
        "Default Path is required",
        "Conditional Path 1 is required",
        "Conditional Path 1 Variable 1 is required",
        "Conditional Path 1 Value 1 is required",
      ],
    },
    { rule: "nothing in a sound form", draft: { conditionalPaths: paths, defaultNodePath: 5 }, messages: [] },
    {
      rule: "a statement without an operation",
      draft: { conditionalPaths: [{ targetNode: 3, statements: [{ ...west, operation: "" }] }], defaultNodePath: 5 },
      messages: ["Conditional Path 1 Operation 1 is required"],
    },
    {
      rule: "no value, but not for EXISTS and DN_EXISTS",
      draft: {
        conditionalPaths: [
          { targetNode: 3, statements: [noMail, { ...noMail, operation: "EXISTS" }] },
          { targetNode: 4, statements: [{ ...west, value: "" }] },
        ],
        defaultNodePath: 5,
      },
      messages: ["Conditional Path 2 Value 1 is required"],
    },
    {
      rule: "REGEX, which is removed",
      draft: {
        conditionalPaths: [{ targetNode: 3, statements: [{ ...west, operation: "DN_REGEX" }] }],
        defaultNodePath: 5,
      },
      messages: ["Conditional Path 1 Operation 1 must not be DN_REGEX"],
    },
    {
      rule: "a path without statements",
      draft: { conditionalPaths: [{ targetNode: 3, statements: [] }], defaultNodePath: 5 },
      messages: ["Conditional Path 1 Statement 1 is required"],
    },
  ],
  runs: [
    {
      rule: "all statements of a path must hold",
      node: twoPaths,
      at: { contact: { state: "nv", email: "a@b.example", firstName: "Bo" } },
      outcome: { go: 5, because: "no path matched" },
    },
    {
      rule: "the first path that holds is taken",
      node: twoPaths,
      at: { contact: { state: "nv" } },
      outcome: { go: 3, because: "path 1 matched" },
    },
    { rule: "a later path", node: twoPaths, outcome: { go: 4, because: "path 2 matched" } },
    {
      rule: "else the default path",
      node: twoPaths,
      at: { contact: { firstName: "Bo" } },
      outcome: { go: 5, because: "no path matched" },
    },
    {
      rule: "a workflow's variable counts before the contact's field",
      node: twoPaths,
      at: { vars: { firstName: "Anton" }, contact: { firstName: "Bo" } },
      outcome: { go: 4, because: "path 2 matched" },
    },
  ],
});
