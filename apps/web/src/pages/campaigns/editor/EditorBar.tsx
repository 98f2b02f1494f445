import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Editor.module.css";

interface Props {
  title: string;
  /** 0 while nothing was drawn and saved. */
  version: number;
  changed: boolean;
  /** What can be done, at the right. */
  children: ReactNode;
}

/** The bar above a drawing: its name and what of it is saved. */
export function EditorBar({ title, version, changed, children }: Props) {
  const words = version === 0 ? "Never saved" : `Version ${version}`;
  return (
    <div className={classes["bar"]}>
      <Title order={1} className={classes["name"]} fz={16}>
        {title}
      </Title>
      <span className={classes["state"]} data-changed={changed || undefined} role="status">
        {changed ? `${words}, unsaved changes` : words}
      </span>
      <span className={classes["spring"]} />
      {children}
    </div>
  );
}
