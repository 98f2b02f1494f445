import { IconArrowsMove, IconCircleMinus, IconCirclePlus, IconPencil, type TablerIcon } from "@tabler/icons-react";
import type { DifferenceKind } from "@trunkline/workflow/compare/compareGraphs.ts";
import classes from "./DifferenceMark.module.css";

const icons: Record<DifferenceKind, TablerIcon> = {
  added: IconCirclePlus,
  removed: IconCircleMinus,
  changed: IconPencil,
  moved: IconArrowsMove,
};

/** The words of differences. */
export const differenceNames: Record<DifferenceKind, string> = {
  added: "Added",
  removed: "Removed",
  changed: "Changed",
  moved: "Moved",
};

/** Says on a card or in a list how a node differs: by icon, word and color. */
export function DifferenceMark({ as, inline = false }: { as: DifferenceKind; inline?: boolean }) {
  const Icon = icons[as];
  return (
    <span className={classes["mark"]} data-as={as} data-inline={inline || undefined}>
      <Icon size={13} aria-hidden />
      {differenceNames[as]}
    </span>
  );
}
