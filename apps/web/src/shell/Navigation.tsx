import { Tooltip } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useMay } from "../api/me.ts";
import { PathLink } from "../ui/PathLink.tsx";
import classes from "./Navigation.module.css";
import { isOpen, navigation } from "./navigation.ts";

/** The left navigation; as icons when it is collapsed. */
export function Navigation({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const may = useMay();
  const nav = useRef<HTMLElement>(null);
  // on a low screen the places scroll: the open one is in sight
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another open place
  useEffect(() => {
    // newer browsers answer a promise here, which an effect must not
    void nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return (
    <nav ref={nav} className={classes["navigation"]} data-collapsed={collapsed || undefined} aria-label="Main">
      {navigation.map(({ group, places }) => (
        <div key={group} className={classes["group"]}>
          <div className={classes["heading"]} aria-hidden={collapsed || undefined}>
            {collapsed ? "" : group}
          </div>
          {places
            .filter(({ privilege }) => privilege === undefined || may(privilege))
            .map(({ label, to, icon: Icon }) => {
              const open = isOpen(to, pathname);
              return (
                <Tooltip key={to} label={label} position="right" disabled={!collapsed}>
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
              );
            })}
        </div>
      ))}
    </nav>
  );
}
