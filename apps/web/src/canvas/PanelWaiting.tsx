import { Skeleton, Stack } from "@mantine/core";
import classes from "./panels.module.css";

/** The side panel while it is loading. */
export const PanelWaiting = () => (
  <aside className={classes["side"]} aria-busy aria-label="Loading">
    <header className={classes["sideHead"]}>
      <Skeleton height={20} width={160} />
    </header>
    <Stack gap={16} p={16}>
      <Skeleton height={48} />
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  </aside>
);
