import { ActionIcon, Drawer, ScrollArea, Tooltip } from "@mantine/core";
import { useDisclosure, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { CrumbsSlot } from "../ui/Crumbs.tsx";
import { Brand } from "./Brand.tsx";
import { Navigation } from "./Navigation.tsx";
import classes from "./Shell.module.css";
import { TopBar } from "./TopBar.tsx";

/** What stands around every page: navigation at the left, top bar, and the page itself, which scrolls. */
export function Shell() {
  const [collapsed, setCollapsed] = useLocalStorage({ key: "trunkline.navigation", defaultValue: false });
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const toggleLabel = collapsed ? "Expand navigation" : "Collapse navigation";
  return (
    <div className={classes["shell"]}>
      <a href="#page" className={classes["skip"]}>
        Skip to the page
      </a>
      {isNarrow ? (
        <Drawer
          opened={isDrawerOpen}
          onClose={drawer.close}
          size={264}
          title={<Brand />}
          closeButtonProps={{ "aria-label": "Close navigation" }}
        >
          <Navigation collapsed={false} onGo={drawer.close} />
        </Drawer>
      ) : (
        <aside className={classes["side"]} data-collapsed={collapsed || undefined}>
          <Brand collapsed={collapsed} />
          <ScrollArea className={classes["places"]} type="auto" scrollbarSize={6}>
            <Navigation collapsed={collapsed} />
          </ScrollArea>
          <div className={classes["fold"]}>
            <Tooltip label={toggleLabel} position="right">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={toggleLabel}
                aria-expanded={!collapsed}
                onClick={() => setCollapsed(!collapsed)}
              >
                <Toggle size={18} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          </div>
        </aside>
      )}
      <div className={classes["column"]}>
        <TopBar crumbs={setPlace} isNarrow={isNarrow} onMenu={drawer.open} />
        <CrumbsSlot place={place}>
          <main id="page" className={classes["main"]} tabIndex={-1}>
            <Outlet />
          </main>
        </CrumbsSlot>
      </div>
    </div>
  );
}
