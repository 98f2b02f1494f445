import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { notificationCenterRoutes } from "@trunkline/contract/notifications/notification.ts";
import { useLivePoll } from "../api/changes/liveState.ts";
import { useMe } from "../api/me.ts";
import { oneOf } from "../api/queries.ts";
import { later, overThePage } from "../ui/page/lazyPart.tsx";
import { plural } from "../ui/text/formatFigure.ts";
import { usePopup } from "../ui/tip/usePopup.ts";
import classes from "./Notifications.module.css";

const loadPanel = () => import("./NotificationPanel.tsx");
const NotificationPanel = later(async () => (await loadPanel()).NotificationPanel, { frame: overThePage });

const refreshMs = 10_000;
/** The server counts no further. */
const most = 100;

/** The button in the top bar with the number of unread notifications, which opens them. Viewers have none. */
export function NotificationBell() {
  const isViewer = useMe().role === "viewer";
  return isViewer ? null : <Bell />;
}

function Bell() {
  const { button, popup } = usePopup(loadPanel);
  const { data } = useQuery({
    ...oneOf(notificationCenterRoutes.unread, { unasked: true }),
    refetchInterval: useLivePoll(refreshMs),
  });
  const unread = data?.unread ?? 0;
  const count = unread >= most ? `${most - 1}+` : String(unread);
  const label = unread === 0 ? "Notifications" : `Notifications, ${count} unread`;
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size={36}
        className={classes["bell"] ?? ""}
        aria-label={label}
        title={label}
      >
        <IconBell size={18} stroke={1.6} aria-hidden />
        {unread > 0 ? (
          <span className={classes["count"]} aria-hidden>
            {count}
          </span>
        ) : null}
      </ActionIcon>
      <VisuallyHidden role="status">{unread > 0 ? plural(unread, "unread notification") : ""}</VisuallyHidden>
      {popup && <NotificationPanel {...popup} />}
    </>
  );
}
