import { ActionIcon, Anchor, Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBell,
  IconCircleCheck,
  IconInfoCircle,
  IconMail,
  IconMailOpened,
  IconUserCheck,
  type TablerIcon,
} from "@tabler/icons-react";
import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { type NotificationEntry, notificationCenterRoutes } from "@trunkline/contract/notifications/notification.ts";
import { callOne } from "../api/call.ts";
import { oneOf, pagesOf, rowsOf, useRefresh } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { EmptyState } from "../ui/page/EmptyState.tsx";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { PathLink } from "../ui/page/PathLink.tsx";
import { toastError } from "../ui/page/toast.tsx";
import { Time } from "../ui/text/Time.tsx";
import { Popup } from "../ui/tip/Popup.tsx";
import { Tooltip } from "../ui/tip/Tooltip.tsx";
import type { PopupState } from "../ui/tip/usePopup.ts";
import classes from "./Notifications.module.css";

const icons: Record<NotificationEntry["tone"], TablerIcon> = {
  done: IconCircleCheck,
  failed: IconAlertTriangle,
  asks: IconUserCheck,
  info: IconInfoCircle,
};

function useMark() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { notificationId: string; read: boolean } | { all: true }) =>
      callOne(notificationCenterRoutes.read, { body }),
    onSuccess: () => refresh("/v4/notification/"),
    onError: (problem) => toastError("Error marking notifications", problem),
  });
}

/** Opens the user's notifications below the bell. */
export const NotificationPanel = (popup: PopupState) => (
  <Popup
    {...popup}
    label="Notifications"
    padding={0}
    look={{
      position: "bottom-end",
      width: "min(420px, calc(100vw - 16px))",
      shadow: "lg",
      radius: "md",
      transitionProps: { duration: 0 },
    }}
  >
    <Entries close={() => popup.setOpen(false)} />
  </Popup>
);

/** The user's notifications, newest first. Each links to the page that shows more, and opening it marks it as read. */
function Entries({ close }: { close: () => void }) {
  const pages = useInfiniteQuery(pagesOf(notificationCenterRoutes.list, { query: { limit: 20 } }));
  const unread = useQuery(oneOf(notificationCenterRoutes.unread, { unasked: true })).data?.unread ?? 0;
  const mark = useMark();
  const rows = rowsOf(pages.data);
  return (
    <section className={classes["panel"]} aria-label="Notifications">
      <Group justify="space-between" gap={8} className={classes["head"] ?? ""}>
        <Title order={2} fz={16}>
          Notifications
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          data-autofocus
          disabled={unread === 0}
          loading={mark.isPending && mark.variables !== undefined && "all" in mark.variables}
          onClick={() => mark.mutate({ all: true })}
        >
          Mark all as read
        </Button>
      </Group>
      <div className={classes["scroll"]}>
        {pages.isError && rows === undefined ? (
          <ErrorState title="Error loading notifications" problem={pages.error} retry={() => pages.refetch()} />
        ) : rows === undefined ? (
          <Stack gap={8} p={16} aria-busy>
            <Skeleton height={40} />
            <Skeleton height={40} />
          </Stack>
        ) : rows.length === 0 ? (
          <EmptyState icon={IconBell} title="No notifications yet">
            Finished runs and imports, requests for approval, failing webhooks and conversations that are assigned to
            you appear here.
          </EmptyState>
        ) : (
          <ul className={classes["list"]}>
            {rows.map((row) => (
              <Entry key={row.notificationId} entry={row} mark={mark.mutate} close={close} />
            ))}
          </ul>
        )}
        {pages.hasNextPage ? (
          <div className={classes["more"]}>
            <Button
              variant="default"
              size="xs"
              loading={pages.isFetchingNextPage}
              onClick={() => pages.fetchNextPage()}
            >
              Show older ones
            </Button>
          </div>
        ) : null}
      </div>
      <div className={classes["foot"]}>
        <Anchor component={PathLink} to={paths.settings("notifications")} size="sm" onClick={close}>
          Choose what you are notified of
        </Anchor>
      </div>
    </section>
  );
}

function Entry({
  entry,
  mark,
  close,
}: {
  entry: NotificationEntry;
  mark: ReturnType<typeof useMark>["mutate"];
  close: () => void;
}) {
  const { notificationId, kind, tone, sentence, path, search, read, created } = entry;
  const Icon = icons[tone];
  const act = read ? "Mark as unread" : "Mark as read";
  // a newer entry about conversations takes the place of one that was read
  const isOver = read && kind === "conversation";
  return (
    <li className={classes["entry"]} data-read={read || undefined} data-tone={tone}>
      <Icon size={18} stroke={1.6} aria-hidden className={classes["icon"] ?? ""} />
      <div className={classes["words"]}>
        <PathLink
          to={path}
          search={search}
          className={classes["sentence"]}
          aria-label={`${read ? "" : "Unread: "}${sentence}`}
          onClick={() => {
            if (!read) mark({ notificationId, read: true });
            close();
          }}
        >
          {sentence}
        </PathLink>
        <span className={classes["when"]}>
          <Time at={created} dimmed />
        </span>
      </div>
      {isOver ? null : (
        <Tooltip label={act}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${act}: ${sentence}`}
            onClick={() => mark({ notificationId, read: !read })}
          >
            {read ? <IconMail size={16} /> : <IconMailOpened size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}
