import { z } from "zod";
import { nodeKind } from "../../nodeKind.ts";
import type { NodeId } from "../../savedNode.ts";

type Own = Record<string, unknown>;

interface Draft {
  /** The saved keys, written back unchanged. */
  own: Own;
  targets: (NodeId | null)[];
}

/** Represents a saved node of an unknown kind: shown, saved unchanged, never run. */
export const unknownKind = nodeKind<Own, Draft>(
  { own: z.looseObject({}), example: {} },
  {
    label: "Unknown node",
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
