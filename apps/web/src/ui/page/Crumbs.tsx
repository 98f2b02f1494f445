import { Link } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import classes from "./Crumbs.module.css";

export interface Crumb {
  label: string;
  /** Undefined for the current page. */
  to?: string;
}

const Slot = createContext<HTMLElement | null>(null);

/** The element of the top bar that contains the breadcrumbs. */
export const CrumbsSlot = ({ place, children }: { place: HTMLElement | null; children: ReactNode }) => (
  <Slot value={place}>{children}</Slot>
);

/** Breadcrumbs in the top bar. `Page` includes them; only a page without `Page` needs this. */
export function Crumbs({ crumbs }: { crumbs: Crumb[] }) {
  const place = useContext(Slot);
  if (place === null) return null;
  return createPortal(
    <nav aria-label="Breadcrumb">
      <ol className={classes["crumbs"]}>
        {crumbs.map(({ label, to }) => (
          <li key={`${to ?? ""} ${label}`} className={classes["crumb"]}>
            {to ? (
              <Link to={to} className={classes["link"]}>
                {label}
              </Link>
            ) : (
              <span aria-current="page" className={classes["here"]}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>,
    place,
  );
}
