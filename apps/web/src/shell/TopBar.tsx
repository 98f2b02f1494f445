import { ActionIcon, Kbd, UnstyledButton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconDeviceMobileMessage, IconMenu2, IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useMe } from "../api/me.ts";
import { paths } from "../paths.ts";
import { Phone } from "../phone/Phone.tsx";
import { TypedAhead } from "../ui/dialog/typedAhead.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import { AccountButton } from "./AccountButton.tsx";
import { NotificationBell } from "./NotificationBell.tsx";
import classes from "./TopBar.module.css";

const CommandPalette = lazy(async () => ({ default: (await import("./CommandPalette.tsx")).CommandPalette }));
const keys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** Breadcrumb, search, simulated carrier, notifications, the user's phone and the account menu. */
export function TopBar({
  crumbs,
  phone,
  isNarrow,
  onMenu,
}: {
  crumbs: (place: HTMLElement | null) => void;
  /** The element that contains the open phone. */
  phone: HTMLElement | null;
  isNarrow: boolean;
  onMenu: () => void;
}) {
  const { simulated } = useMe();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const [typedAhead] = useState(() => new TypedAhead());
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  const open = () => {
    if (!isOpen) typedAhead.start(close);
    setOpen(true);
  };
  useHotkeys([["mod+K", open]], []);
  return (
    <section className={classes["bar"]} aria-label="Top bar">
      {isNarrow ? (
        <ActionIcon variant="subtle" color="gray" size={36} aria-label="Open navigation" onClick={onMenu}>
          <IconMenu2 size={20} />
        </ActionIcon>
      ) : null}
      <div ref={crumbs} className={classes["crumbs"]} />
      <UnstyledButton
        className={classes["search"]}
        aria-label={`Search or go to… ${keys}`}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes["hint"]}>Search or go to…</span>
        <Kbd size="xs" className={classes["key"] ?? ""}>
          {keys}
        </Kbd>
      </UnstyledButton>
      {simulated ? (
        <PathLink to={paths.simulatedCarrier()} className={classes["badge"]} aria-label="Open the simulated carrier">
          <IconDeviceMobileMessage size={16} aria-hidden />
          <span>Simulated carrier</span>
        </PathLink>
      ) : null}
      <NotificationBell />
      <Phone place={phone} />
      <AccountButton />
      {isOpen ? (
        <Suspense>
          <CommandPalette takeTyped={() => typedAhead.take()} onClose={close} />
        </Suspense>
      ) : null}
    </section>
  );
}
