import { ActionIcon, Popover, VisuallyHidden } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { notificationCenterRoutes } from "@trunkline/contract/notifications/notification.ts";
import { lazy, Suspense, useState } from "react";
import { useLivePoll } from "../api/changes/liveState.ts";
import { useMe } from "../api/me.ts";
import { oneOf } from "../api/queries.ts";
import { plural } from "../ui/text/formatFigure.ts";
import classes from "./Notifications.module.css";

const loadPanel = () => import("./NotificationPanel.tsx");
const NotificationPanel = lazy(async () => ({ default: (await loadPanel()).NotificationPanel }));

const refreshMs = 10_000;
/** The server counts no further. */
const most = 100;

/** The button in the top bar with the number of unread notifications, which opens them. Viewers have none. */
export function NotificationBell() {
  const isViewer = useMe().role === "viewer";
  return isViewer ? null : <Bell />;
}

function Bell() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    ...oneOf(notificationCenterRoutes.unread, { unasked: true }),
    refetchInterval: useLivePoll(refreshMs),
  });
  const unread = data?.unread ?? 0;
  const count = unread >= most ? `${most - 1}+` : String(unread);
  const label = unread === 0 ? "Notifications" : `Notifications, ${count} unread`;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width="min(420px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      shadow="lg"
      radius="md"
      transitionProps={{ duration: 0 }}
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes["bell"] ?? ""}
          aria-label={label}
          title={label}
          onPointerEnter={() => void loadPanel()}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={18} stroke={1.6} aria-hidden />
          {unread > 0 ? (
            <span className={classes["count"]} aria-hidden>
              {count}
            </span>
          ) : null}
        </ActionIcon>
      </Popover.Target>
      <VisuallyHidden role="status">{unread > 0 ? plural(unread, "unread notification") : ""}</VisuallyHidden>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <Suspense>{isOpen ? <NotificationPanel close={() => setOpen(false)} /> : null}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
