import { Notifications } from "@mantine/notifications";

/** Notifications at the top of every page, where they cover neither forms nor the actions of rows. */
export const Notices = () => (
  <Notifications position="top-center" limit={5} containerWidth={400} notificationMaxHeight={360} />
);
