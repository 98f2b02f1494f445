import { ActionIcon } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import { Tooltip } from "../../../ui/tip/Tooltip.tsx";
import type { Exported } from "./exportBundle.ts";

/** Loads the export code on first use and downloads the file. */
const exportOne = async (workflow: Exported): Promise<void> =>
  (await import("./exportBundle.ts")).exportBundle([workflow]);

/** Exports the saved workflow of an editor. */
export const ExportFile = ({ workflow, changed }: { workflow: Exported; changed: boolean }) => (
  <Tooltip
    label={changed ? "Export the saved version, without your changes" : "Export as file with everything it uses"}
  >
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Export as file"
      onClick={() => void exportOne(workflow)}
    >
      <IconFileExport size={18} />
    </ActionIcon>
  </Tooltip>
);
