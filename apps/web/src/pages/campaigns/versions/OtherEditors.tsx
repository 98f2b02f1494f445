import { IconPencil, IconUser } from "@tabler/icons-react";
import type { OpenWorkflow } from "@trunkline/contract/workflows/editors.ts";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";
import classes from "./OtherEditors.module.css";

/** The other users who have the workflow open, with a mark for those who have unsaved changes. */
export function OtherEditors({ open }: { open: OpenWorkflow | undefined }) {
  if (open === undefined || open.editors.length === 0) return null;
  return (
    <ul className={classes["editors"]} aria-label="Also editing">
      {open.editors.map(({ id, name, unsaved }) => (
        <Tooltip key={id} label={unsaved ? `${name} has unsaved changes` : `${name} has this workflow open`}>
          <li className={classes["editor"]} data-unsaved={unsaved || undefined}>
            {unsaved ? <IconPencil size={13} aria-hidden /> : <IconUser size={13} aria-hidden />}
            <span className={classes["name"]}>{name}</span>
            {unsaved && <span className={classes["words"]}>, unsaved changes</span>}
          </li>
        </Tooltip>
      ))}
    </ul>
  );
}
