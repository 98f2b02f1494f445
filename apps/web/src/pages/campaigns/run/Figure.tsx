import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { formatCount } from "../../../ui/text/formatFigure.ts";
import classes from "./Figure.module.css";

interface FigureProps {
  name: string;
  value: number | string | undefined;
  note?: string;
  notes?: string[];
  tone?: string;
  /** The list page with the counted rows. */
  to?: string | undefined;
  /** The run, where the list has others as well. */
  run?: string;
  /** Further filters of the list. */
  search?: Readonly<Record<string, string>>;
}

/** Figures side by side as tiles. */
export const Figures = ({ label, children }: { label: string; children: ReactNode }) => (
  <dl className={classes["figures"]} aria-label={label}>
    {children}
  </dl>
);

/** One figure, with its notes and a link to what was counted. */
export const Figure = ({ name, value, note, notes = [], tone, to, run, search }: FigureProps) => (
  <div className={classes["figure"]} data-tone={tone}>
    <dt>
      {to === undefined ? (
        name
      ) : (
        <Anchor
          component={PathLink}
          to={to}
          search={{ ...(run !== undefined && { run }), ...search }}
          inherit
          underline="always"
        >
          {name}
        </Anchor>
      )}
    </dt>
    <dd>
      {typeof value === "number" ? formatCount(value) : (value ?? "---")}
      {[...(note === undefined ? [] : [note]), ...notes].map((line) => (
        <span key={line} className={classes["why"]}>
          {line}
        </span>
      ))}
    </dd>
  </div>
);
