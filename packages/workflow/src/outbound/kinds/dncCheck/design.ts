import type { Design, DesignContext, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { NodeId } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

export interface Draft {
  dncList: Own["dncList"];
  subType: Own["subtype"];
  matchPath: NodeId | null;
  noMatchPath: NodeId | null;
}

/** The account flag that enables the Federal list (spec 2 §6). */
const federalFlag = "feature_dnclist_enabled";
const lists = { account: "Account", federal: "Federal" } as const;
const subTypes = { call: "Call", sms: "SMS", rcs: "RCS" } as const;

export const design: Design<Own, Draft> = {
  label: "DNC Check",
  hue: "logic",
  icon: "phone-check",
  selectorsOnly: true,
  defaults: { dncList: "account", subType: "sms", matchPath: null, noMatchPath: null },
  fields: [
    {
      name: "dncList",
      label: "DNC List",
      input: "choice",
      required: true,
      options: [
        { value: "account", label: lists.account },
        { value: "federal", label: lists.federal, flag: federalFlag },
      ],
    },
    {
      name: "subType",
      label: "DNC Sub Type",
      input: "choice",
      required: true,
      options: Object.entries(subTypes).map(([value, label]) => ({ value, label })),
    },
    {
      name: "matchPath",
      label: "Success Path",
      help: "For contacts on the list.",
      input: "path",
      required: true,
    },
    {
      name: "noMatchPath",
      label: "Failure Path",
      help: "For contacts not on the list.",
      input: "path",
      required: true,
    },
  ],
  card: (draft) => [
    { label: "DNC List", value: lists[draft.dncList] },
    { label: "DNC Sub Type", value: subTypes[draft.subType] },
  ],
  exits: (draft) => [
    { name: "on the list", target: draft.matchPath },
    { name: "not on the list", target: draft.noMatchPath },
  ],
  retarget: (draft, [matchPath = null, noMatchPath = null]) => ({ ...draft, matchPath, noMatchPath }),
  validate: (draft, at) => [...federalIssues(draft, at), ...fieldIssues(design.fields, draft)],
  read: ({ dncList, subtype, matchPath, noMatchPath }) => ({ dncList, subType: subtype, matchPath, noMatchPath }),
  write: ({ dncList, subType, matchPath, noMatchPath }) => ({ dncList, subtype: subType, matchPath, noMatchPath }),
};

const federalIssues = (draft: Draft, at: DesignContext): Issue[] =>
  draft.dncList === "federal" && !at.flag(federalFlag)
    ? [{ field: "dncList", message: `DNC List Federal needs the account feature ${federalFlag}` }]
    : [];
