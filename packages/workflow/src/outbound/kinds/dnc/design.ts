import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Own, OneExit {}

const types = { all: "All", sms: "SMS", rcs: "RCS", call: "Call" } as const;

export const design: Design<Own, Draft> = {
  label: "DNC",
  hue: "logic",
  icon: "ban",
  defaults: { dncType: "", next: null },
  fields: [
    {
      name: "dncType",
      label: "DNC Type",
      input: "choice",
      required: true,
      options: Object.entries(types).map(([value, label]) => ({ value, label })),
    },
  ],
  card: (draft) => [{ label: "DNC Type", value: draft.dncType === "" ? undefined : types[draft.dncType] }],
  ...oneExit,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ dncType }, [next = null]) => ({ dncType, next }),
  write: ({ dncType }) => ({ dncType }),
};
