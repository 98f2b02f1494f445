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

const vip = "01990000-0000-7000-8000-000000000001";
const isVip = { variable: "audience.member", operation: "IN_AUDIENCE", value: "VIP", audienceId: vip };
const byAudience = {
  conditions: [
    { targetNode: 3, statements: [isVip] },
    { targetNode: 4, statements: [{ ...isVip, operation: "DN_IN_AUDIENCE" }, west] },
    { targetNode: 5, statements: [] },
  ],
  defaultNodePath: 5,
};
const answers = (vars: Record<string, string>) => ({ answer: { ok: true, vars } });

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
    {
      rule: "an audience by its id, with its name for people",
      draft: { conditionalPaths: [{ targetNode: 3, statements: [isVip] }], defaultNodePath: 5 },
      own: {
        conditions: [
          { targetNode: 3, statements: [isVip] },
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
      rule: "a statement that names no audience",
      draft: { conditionalPaths: [{ targetNode: 3, statements: [{ ...isVip, audienceId: "" }] }], defaultNodePath: 5 },
      messages: ["Conditional Path 1 Audience 1 is required"],
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
      rule: "asks who is in the audiences that it names",
      node: byAudience,
      outcome: { ask: { do: "askAudiences", audienceIds: [vip] } },
    },
    {
      rule: "takes the path of a member",
      node: byAudience,
      by: answers({ [`audience.${vip}`]: "yes" }),
      outcome: { go: 3, assign: { [`audience.${vip}`]: "yes" }, because: "path 1 matched" },
    },
    {
      rule: "takes the path of others, whose other statements must hold too",
      node: byAudience,
      by: answers({ [`audience.${vip}`]: "no" }),
      at: { contact: { state: "nv" } },
      outcome: { go: 4, assign: { [`audience.${vip}`]: "no" }, because: "path 2 matched" },
    },
    {
      rule: "takes the default path where the audience no longer exists",
      node: byAudience,
      by: answers({}),
      at: { contact: { state: "nv" } },
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
