import { Button, Group } from "@mantine/core";

/** The Cancel and submit buttons of a dialog. */
export const DialogActions = ({
  close,
  words = "Save",
  isBusy,
}: {
  close: () => void;
  words?: string;
  isBusy: boolean;
}) => (
  <Group gap={8} justify="flex-end">
    <Button variant="default" onClick={close}>
      Cancel
    </Button>
    <Button type="submit" loading={isBusy}>
      {words}
    </Button>
  </Group>
);
