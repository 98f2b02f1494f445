import { Button, FileButton, Group } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import type { Asset, AssetType } from "@trunkline/contract/assets/asset.ts";
import { acceptedOf } from "../../api/assets.ts";
import { useUpload } from "../../api/useUpload.ts";
import { Progress } from "../page/Progress.tsx";
import { toastError } from "../page/toast.tsx";

/** Chooses a file and uploads it as an asset, with its progress in place of the button. */
export function UploadButton({
  type,
  label,
  onDone,
}: {
  type: AssetType;
  /** The label for screen readers. */
  label: string;
  onDone: (asset: Asset) => void;
}) {
  const { uploading, start, stop } = useUpload((problem, file) => toastError(`Error uploading ${file.name}`, problem));
  if (uploading)
    return (
      <Group gap={8} wrap="nowrap">
        <Progress wide done={uploading.sent} total={uploading.total} label={`Upload of ${uploading.name}`} />
        <Button size="compact-sm" variant="default" onClick={stop}>
          Stop
        </Button>
      </Group>
    );
  const take = async (file: File | null) => {
    const asset = file && (await start(type, file));
    if (asset) onDone(asset);
  };
  return (
    <FileButton accept={acceptedOf(type)} onChange={(file) => void take(file)} inputProps={{ "aria-label": label }}>
      {(props) => (
        <Button
          {...props}
          size="compact-sm"
          variant="default"
          w="fit-content"
          leftSection={<IconUpload size={14} />}
          aria-label={label}
        >
          Upload
        </Button>
      )}
    </FileButton>
  );
}
