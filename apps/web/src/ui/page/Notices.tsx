import { Notifications } from "@mantine/notifications";

/** Where notices stand, at the lower right of every page; one with a list of messages is as high as the list may be. */
export const Notices = () => (
  <Notifications position="top-center" limit={5} containerWidth={400} notificationMaxHeight={360} />
);
