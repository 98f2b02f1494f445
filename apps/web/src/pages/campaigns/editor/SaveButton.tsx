import { Button } from "@mantine/core";
import { IconDeviceFloppy, IconUserCheck } from "@tabler/icons-react";
import { useMustAsk } from "../../../api/me.ts";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";

interface Props {
  isSaving: boolean;
  save: () => void;
  /** Opens the dialog that publishes with a note, next to Save. */
  publish?: (() => void) | undefined;
  /** The button below the palette (spec 1 §2.5). */
  full?: boolean;
}

/** The Save button. Where publishing needs approval, others ask for it. */
export function SaveButton({ isSaving, save, publish, full = false }: Props) {
  const mustAsk = useMustAsk();
  const Icon = mustAsk ? IconUserCheck : IconDeviceFloppy;
  const label = mustAsk ? "Ask for approval" : isSaving ? "Saving..." : "Save";
  return (
    <>
      {publish !== undefined && (
        <Button variant="default" disabled={isSaving} onClick={publish}>
          Publish…
        </Button>
      )}
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
    </>
  );
}
