import { ActionIcon } from "@mantine/core";
import { useDisclosure, useLocalStorage, useMediaQuery } from "@mantine/hooks";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { accountChanges } from "../api/accountOfPage.ts";
import { followChanges } from "../api/changes/followChanges.ts";
import { meQuery, useMe } from "../api/me.ts";
import { CrumbsSlot } from "../ui/page/Crumbs.tsx";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import { Brand } from "./Brand.tsx";
import { KeysEverywhere } from "./KeysEverywhere.tsx";
import { Navigation } from "./Navigation.tsx";
import { SendingHeld } from "./SendingHeld.tsx";
import classes from "./Shell.module.css";
import { TopBar } from "./TopBar.tsx";

const AccountChanged = lazy(async () => ({ default: (await import("./AccountChanged.tsx")).AccountChanged }));
const NavigationDrawer = lazy(async () => ({ default: (await import("./NavigationDrawer.tsx")).NavigationDrawer }));

/** The frame of every page: navigation, top bar and the scrolling page. */
export function Shell() {
  const isNarrow = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const [isDrawerOpen, drawer] = useDisclosure(false);
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [phone, setPhone] = useState<HTMLElement | null>(null);
  return (
    <div className={classes["shell"]}>
      <a href="#page" className={classes["skip"]}>
        Skip to the page
      </a>
      {isNarrow ? <Suspense>{isDrawerOpen ? <NavigationDrawer close={drawer.close} /> : null}</Suspense> : <SideBar />}
      <div className={classes["column"]}>
        <TopBar crumbs={setPlace} phone={phone} isNarrow={isNarrow} onMenu={drawer.open} />
        <SendingHeld />
        <OwnAccount />
        <Changes />
        <KeysEverywhere />
        <div ref={setPhone} />
        <CrumbsSlot place={place}>
          <main id="page" className={classes["main"]} tabIndex={-1}>
            <Outlet />
          </main>
        </CrumbsSlot>
      </div>
    </div>
  );
}

/** Ties the page to the account it was opened in. */
function OwnAccount() {
  const me = useMe();
  const client = useQueryClient();
  const [here] = useState(me.account);
  useEffect(() => {
    const ask = () => void client.invalidateQueries({ queryKey: meQuery.queryKey });
    accountChanges.addEventListener("change", ask);
    return () => accountChanges.removeEventListener("change", ask);
  }, [client]);
  if (me.account.accountSid === here.accountSid) return null;
  return (
    <Suspense>
      <AccountChanged here={here} now={me} />
    </Suspense>
  );
}

/** Keeps the open page up to date. */
function Changes() {
  const { accountSid } = useMe().account;
  const client = useQueryClient();
  useEffect(() => followChanges(client, accountSid), [client, accountSid]);
  return null;
}

function SideBar() {
  const [collapsed, setCollapsed] = useLocalStorage({ key: "trunkline.navigation", defaultValue: false });
  const Toggle = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const label = collapsed ? "Expand navigation" : "Collapse navigation";
  return (
    <aside className={classes["side"]} data-collapsed={collapsed || undefined}>
      <Brand collapsed={collapsed} />
      <div className={classes["places"]}>
        <Navigation collapsed={collapsed} />
      </div>
      <div className={classes["fold"]}>
        <Tooltip label={label} position="right">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={label}
            aria-expanded={!collapsed}
            onClick={() => setCollapsed(!collapsed)}
          >
            <Toggle size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
    </aside>
  );
}
