import { useLocalStorage } from "@mantine/hooks";
import { IconChevronRight, IconPin, IconPinFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRouterState } from "@tanstack/react-router";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { useEffect, useId, useRef, useState } from "react";
import { useLivePoll } from "../api/changes/liveState.ts";
import { useMay } from "../api/me.ts";
import { oneOf } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import classes from "./Navigation.module.css";
import { allPlaces, isOpen, navigation, type Place, type PlaceGroup } from "./navigation.ts";

const refreshMs = 15_000;

/** The number of unread conversations. */
function useUnread(enabled: boolean): number {
  const refetchInterval = useLivePoll(refreshMs);
  return useQuery({ ...oneOf(inboxRoutes.unread, { unasked: true }), enabled, refetchInterval }).data?.unread ?? 0;
}

const badgeOf = (count: number): string => (count > 99 ? "99+" : String(count));

/** What all rows of the navigation need. */
interface Rows {
  collapsed: boolean;
  pathname: string;
  unread: number;
  /** Whether the user may open a page. */
  isAllowed: (place: Place) => boolean;
  /** The addresses of the pinned pages. */
  pinned: readonly string[];
  /** Pins a page, or takes the pin off. */
  pin: (to: string) => void;
  onGo: (() => void) | undefined;
}

/** The left navigation: daily pages, pinned pages, and groups that open below their heading. Shows icons only when collapsed. */
export function Navigation({ collapsed, onGo }: { collapsed: boolean; onGo?: () => void }) {
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const may = useMay();
  const unread = useUnread(may("inbox-use"));
  const [pinned, setPinned] = useLocalStorage<readonly string[]>({ key: "trunkline.pinned", defaultValue: [] });
  // one group at a time, so that the list stays short; until the user opens another one, that of the open page
  const [opened, setOpened] = useState<{ label: string | null; at: string }>();
  const nav = useRef<HTMLElement>(null);
  // on a low screen the list scrolls to the open place
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another page is opened
  useEffect(() => {
    // newer browsers return a promise here, which an effect must not return
    void nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  const rows: Rows = {
    collapsed,
    pathname,
    unread,
    isAllowed: ({ privilege }) => privilege === undefined || may(privilege),
    pinned,
    pin: (to) => setPinned(pinned.includes(to) ? pinned.filter((other) => other !== to) : [...pinned, to]),
    onGo,
  };
  const own = allPlaces.filter((place) => pinned.includes(place.to) && rows.isAllowed(place));
  return (
    <nav ref={nav} className={classes["navigation"]} data-collapsed={collapsed || undefined} aria-label="Main">
      {navigation.map((row) =>
        "places" in row ? (
          <Group
            key={row.label}
            group={row}
            rows={rows}
            chosen={opened?.at === pathname ? opened.label : undefined}
            choose={(label) => setOpened({ label, at: pathname })}
          />
        ) : (
          rows.isAllowed(row) && <Row key={row.to} place={row} rows={rows} />
        ),
      )}
      {own.length > 0 && (
        <section className={classes["pinned"]} aria-label="Pinned">
          {own.map((place) => (
            <Row key={place.to} place={place} rows={rows} isPinnable />
          ))}
        </section>
      )}
    </nav>
  );
}

interface GroupProps {
  group: PlaceGroup;
  rows: Rows;
  /** The group that the user has opened on this page. Null if the user has closed it. */
  chosen: string | null | undefined;
  choose: (label: string | null) => void;
}

/** A heading with its pages below it. */
function Group({ group: { label, icon: Icon, places }, rows, chosen, choose }: GroupProps) {
  const id = useId();
  const { collapsed, pathname, pinned } = rows;
  const shown = places.filter((place) => rows.isAllowed(place));
  const holdsPage = shown.some(({ to }) => isOpen(to, pathname) && !pinned.includes(to));
  const open = chosen === undefined ? holdsPage : chosen === label;
  if (shown.length === 0) return null;
  return (
    <div className={classes["group"]} data-open={open || undefined}>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <button
          type="button"
          className={classes["place"]}
          aria-expanded={open}
          aria-controls={id}
          aria-label={collapsed ? label : undefined}
          onClick={() => choose(open ? null : label)}
        >
          <Icon size={18} stroke={1.6} aria-hidden />
          {collapsed ? null : (
            <>
              <span>{label}</span>
              <IconChevronRight size={14} className={classes["chevron"]} aria-hidden />
            </>
          )}
        </button>
      </Tooltip>
      <div id={id} className={classes["places"]} hidden={!open}>
        {open && shown.map((place) => <Row key={place.to} place={place} rows={rows} isPinnable />)}
      </div>
    </div>
  );
}

function Row({ place: { label, to, icon: Icon }, rows, isPinnable = false }: RowProps) {
  const { collapsed, pathname, unread, pinned, pin, onGo } = rows;
  const open = isOpen(to, pathname);
  const isPinned = pinned.includes(to);
  const waiting = to === paths.inbox() ? unread : 0;
  const Pin = isPinned ? IconPinFilled : IconPin;
  const pinLabel = isPinned ? `Unpin ${label}` : `Pin ${label}`;
  return (
    <div className={classes["row"]}>
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
      {isPinnable && !collapsed && (
        <button
          type="button"
          className={classes["pin"]}
          aria-label={pinLabel}
          title={pinLabel}
          aria-pressed={isPinned}
          onClick={() => pin(to)}
        >
          <Pin size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface RowProps {
  place: Place;
  rows: Rows;
  /** Pages of groups can be pinned; the others are always shown. */
  isPinnable?: boolean;
}
