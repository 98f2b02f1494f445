import { IconArrowsDiff, IconPencil } from "@tabler/icons-react";
import type { WorkflowVersion } from "@trunkline/contract/workflows/version.ts";
import { RowActions } from "../../../ui/table/RowActions.tsx";
import { CopyButton } from "../../../ui/text/CopyButton.tsx";
import { Time } from "../../../ui/text/Time.tsx";
import classes from "./Versions.module.css";

interface Props {
  version: WorkflowVersion;
  isNewest: boolean;
  isShown: boolean;
  href: string;
  mayEdit: boolean;
  open: () => void;
  compare: () => void;
  rename: () => void;
}

/** A version in the list: number, name, note, author and time, and what can be done with it. */
export function VersionRow({ version, isNewest, isShown, href, mayEdit, open, compare, rename }: Props) {
  const { version: number, name, note, createdBy, approvedBy, created } = version;
  const actions = [
    { label: "Compare", icon: IconArrowsDiff, run: compare },
    ...(mayEdit ? [{ label: "Name", icon: IconPencil, run: rename }] : []),
  ];
  return (
    <li className={classes["row"]}>
      <button type="button" className={classes["version"]} aria-current={isShown || undefined} onClick={open}>
        <span className={classes["name"]}>
          {`Version ${number}`}
          {isNewest && <span className={classes["newest"]}>newest</span>}
        </span>
        {name !== "" && <span className={classes["title"]}>{name}</span>}
        {note !== "" && <span className={classes["note"]}>{note}</span>}
        <span className={classes["who"]}>
          {createdBy} · <Time at={created} />
          {approvedBy !== null && ` · approved by ${approvedBy}`}
        </span>
      </button>
      <CopyButton value={href} what={`link to version ${number}`} />
      <RowActions of={`version ${number}`} actions={actions} />
    </li>
  );
}
