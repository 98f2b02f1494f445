import { Button, Tooltip } from "@mantine/core";
import { IconDeviceFloppy } from "@tabler/icons-react";

/** The Save button; `full` for the one below the palette (spec 1 §2.5). */
export const SaveButton = ({
  isSaving,
  save,
  full = false,
}: {
  isSaving: boolean;
  save: () => void;
  full?: boolean;
}) => (
  <Tooltip label="Ctrl S">
    <Button
      leftSection={<IconDeviceFloppy size={16} />}
      disabled={isSaving}
      onClick={save}
      {...(full && { fullWidth: true, size: "xs", variant: "light" })}
    >
      {isSaving ? "Saving..." : "Save"}
    </Button>
  </Tooltip>
);
