import { Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { useEffect, useRef } from "react";
import { useMay } from "../api/me.ts";
import { oneOf } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import classes from "./Navigation.module.css";
import { isOpen, navigation } from "./navigation.ts";

const refreshMs = 15_000;

/** The number of unread conversations. */
const useUnread = (enabled: boolean): number =>
  useQuery({ ...oneOf(inboxRoutes.unread, { unasked: true }), enabled, refetchInterval: refreshMs }).data?.unread ?? 0;

const badgeOf = (count: number): string => (count > 99 ? "99+" : String(count));

/** The left navigation. Shows icons only when collapsed. */
export function Navigation({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const may = useMay();
  const unread = useUnread(may("inbox-use"));
  const nav = useRef<HTMLElement>(null);
  // on a low screen the list scrolls to the open place
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is opened
  useEffect(() => {
    // newer browsers return a promise here, which an effect must not return
    void nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} className={classes["navigation"]} data-collapsed={collapsed || undefined} aria-label="Main">
      {navigation.map(({ group, places }) => (
        <div key={group} className={classes["group"]}>
          {group === "" ? null : (
            <div className={classes["heading"]} aria-hidden={collapsed || undefined}>
              {collapsed ? "" : group}
            </div>
          )}
          {places
            .filter(({ privilege }) => privilege === undefined || may(privilege))
            .map(({ label, to, icon: Icon }) => {
              const open = isOpen(to, pathname);
              const waiting = to === paths.inbox() ? unread : 0;
              return (
                <div key={to} className={classes["row"]}>
                  <Tooltip label={label} position="right" disabled={!collapsed}>
                    <PathLink
                      to={to}
                      className={classes["place"]}
                      data-open={open || undefined}
                      aria-current={open ? "page" : undefined}
                      aria-label={collapsed ? label : undefined}
                      onClick={onGo}
                    >
                      <Icon size={18} stroke={1.6} aria-hidden />
                      {collapsed ? null : <span>{label}</span>}
                    </PathLink>
                  </Tooltip>
                  {waiting > 0 ? (
                    <span className={classes["badge"]} role="img" aria-label={`${badgeOf(waiting)} unread`}>
                      {badgeOf(waiting)}
                    </span>
                  ) : null}
                </div>
              );
            })}
        </div>
      ))}
    </nav>
  );
}
