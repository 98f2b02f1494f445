import { ActionIcon, Tooltip } from "@mantine/core";
import { IconFileExport } from "@tabler/icons-react";
import type { Exported } from "./exportBundle.ts";

/** Asks for the file and keeps it; loaded when somebody wants one. */
const exportOne = async (workflow: Exported): Promise<void> =>
  (await import("./exportBundle.ts")).exportBundle([workflow]);

/** Exports the workflow of an editor as it was saved. */
export const ExportFile = ({ workflow, changed }: { workflow: Exported; changed: boolean }) => (
  <Tooltip
    label={changed ? "Export as file: what was saved, without your changes" : "Export as file, with all that it uses"}
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
