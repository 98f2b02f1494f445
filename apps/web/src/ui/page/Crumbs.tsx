import { Link, useLocation } from "@tanstack/react-router";
import { createContext, type ReactNode, useContext, useEffect } from "react";
import { createPortal } from "react-dom";
import { useMe } from "../../api/me.ts";
import classes from "./Crumbs.module.css";
import { rememberPage } from "./recentPages.ts";
import { useIsAboutOne } from "./usePathPart.ts";

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
  useRemembered(crumbs);
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

/** A page counts as opened when it has had its name for this long. */
const openedMs = 1_000;

/** Remembers the open page if it is about one thing. */
function useRemembered(crumbs: readonly Crumb[]): void {
  const { accountSid: account } = useMe().account;
  const { pathname: path } = useLocation();
  const isAboutOne = useIsAboutOne();
  const label = crumbs.at(-1)?.label ?? "";
  const section = crumbs.at(-2)?.label ?? "";
  useEffect(() => {
    if (!isAboutOne || section === "") return;
    const timer = setTimeout(() => rememberPage({ account, path, label, section }), openedMs);
    return () => clearTimeout(timer);
  }, [isAboutOne, account, path, label, section]);
}
