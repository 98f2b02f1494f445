import { Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import type { ReactNode } from "react";
import { type Crumb, Crumbs } from "./Crumbs.tsx";
import classes from "./Page.module.css";

export interface PageProps {
  title: string;
  /** Replaces the title in the heading. */
  heading?: ReactNode;
  /** One line on what the page is for. */
  purpose?: ReactNode;
  /** Breadcrumbs, without this page. */
  crumbs?: Crumb[];
  /** The primary action, at the right. */
  actions?: ReactNode;
  /** `form` stops at 720 px, `table` takes all the height that is left and scrolls inside. */
  shape?: "form" | "table" | "wide";
  children: ReactNode;
}

/** A page with title, purpose, primary action and content. */
export function Page({ title, heading, purpose, crumbs = [], actions, shape = "wide", children }: PageProps) {
  useDocumentTitle(`${title} · Trunkline`);
  return (
    <div className={classes["page"]} data-shape={shape}>
      <Crumbs crumbs={[...crumbs, { label: title }]} />
      <header className={classes["header"]}>
        <div className={classes["words"]}>
          <Title order={1}>{heading ?? title}</Title>
          {purpose ? <Text c="dimmed">{purpose}</Text> : null}
        </div>
        {actions ? <div className={classes["actions"]}>{actions}</div> : null}
      </header>
      <div className={classes["content"]}>{children}</div>
    </div>
  );
}
