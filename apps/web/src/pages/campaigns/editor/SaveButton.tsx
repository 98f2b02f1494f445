import { Button, Tooltip } from "@mantine/core";
import { IconDeviceFloppy, IconUserCheck } from "@tabler/icons-react";
import { useMustAsk } from "../../../api/me.ts";

/** The Save button; `full` for the one below the palette (spec 1 §2.5). Where publishing needs approval, others ask for it. */
export function SaveButton({ isSaving, save, full = false }: { isSaving: boolean; save: () => void; full?: boolean }) {
  const mustAsk = useMustAsk();
  const Icon = mustAsk ? IconUserCheck : IconDeviceFloppy;
  const label = mustAsk ? "Ask for approval" : isSaving ? "Saving..." : "Save";
  return (
    <Tooltip label="Ctrl S">
      <Button
        leftSection={<Icon size={16} />}
        disabled={isSaving}
        onClick={save}
        {...(full && { fullWidth: true, size: "xs", variant: "light" })}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
