import { z } from "zod";
import { type NodeId, nodeKind } from "../../nodeKind.ts";

type Own = Record<string, unknown>;

interface Draft {
  /** What was saved, to be written back as it was. */
  own: Own;
  targets: (NodeId | null)[];
}

/** Stands for a saved node whose kind this version does not have: shown as such, carried along unchanged, never run. */
export const unknownKind = nodeKind<Own, Draft>(
  { own: z.looseObject({}), example: {} },
  {
    label: "Unknown node",
    help: "This node was made by another version of the product. It is kept as it is, but cannot be changed or run here: a contact that reaches it stops with an error.",
    hue: "logic",
    icon: "help-circle",
    placeable: false,
    selectorsOnly: true,
    defaults: { own: {}, targets: [] },
    fields: [],
    card: () => [],
    exits: (draft) => draft.targets.map((target) => ({ name: "", target })),
    retarget: (draft, targets) => ({ ...draft, targets: [...targets] }),
    validate: () => [],
    read: (own, children) => ({ own, targets: children }),
    write: (draft) => draft.own,
  },
  { run: (node) => ({ fail: `unknown_kind: ${node.type}` }) },
);
