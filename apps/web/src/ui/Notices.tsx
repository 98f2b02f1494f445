import { Notifications } from "@mantine/notifications";

/** Where notices stand, at the lower right of every page. */
export const Notices = () => <Notifications position="bottom-right" limit={5} containerWidth={400} />;
