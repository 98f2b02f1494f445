import { Notifications } from "@mantine/notifications";

/** Notifications at the lower right of every page. */
export const Notices = () => (
  <Notifications position="top-center" limit={5} containerWidth={400} notificationMaxHeight={360} />
);
