import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Editor.module.css";
import type { DraftState } from "./serverDraft.ts";

interface Props {
  title: string;
  /** 0 before the first save. */
  version: number;
  changed: boolean;
  /** Whether the changes are stored as a draft. */
  draft: DraftState;
  /** Buttons on the right. */
  children: ReactNode;
}

/** The bar above a drawing with its name and save state. */
export function EditorBar({ title, version, changed, draft, children }: Props) {
  const label = version === 0 ? "Not saved yet" : `Version ${version}`;
  return (
    <div className={classes["bar"]}>
      <Title order={1} className={classes["name"]} fz={16}>
        {title}
      </Title>
      <span className={classes["state"]} data-changed={changed || undefined} role="status">
        {changed ? `${label}, unsaved changes` : label}
      </span>
      {changed && draft !== "none" && <span className={classes["draft"]}>{drafts[draft]}</span>}
      <span className={classes["spring"]} />
      {children}
    </div>
  );
}

const drafts: Record<Exclude<DraftState, "none">, string> = {
  saving: "Saving draft…",
  saved: "Draft saved",
  failed: "Draft not saved",
};
