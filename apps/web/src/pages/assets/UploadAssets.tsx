import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconCloudUpload } from "@tabler/icons-react";
import { type AssetType, assetLimits, uploadTypes } from "@trunkline/contract/assets/asset.ts";
import { useState } from "react";
import { acceptedOf, assetTypeNames, limitsOf, sizeOf } from "../../api/assets.ts";
import { useUpload } from "../../api/useUpload.ts";
import { Progress } from "../../ui/page/Progress.tsx";
import { messageOfFailure, toastSuccess } from "../../ui/page/toast.tsx";
import classes from "./AssetsPage.module.css";

interface RejectedFile {
  name: string;
  reason: string;
}

const notes: Partial<Record<AssetType, string>> = {
  "mms-image": "Carriers accept images under 500 KB for toll-free numbers and 1 MB for long code numbers.",
};

/** Uploads files one by one and lists rejected files with the reason. */
export function UploadAssets({ initial, close }: { initial: AssetType | undefined; close: () => void }) {
  const [type, setType] = useState<AssetType>(uploadTypes.find((one) => one === initial) ?? "mms-image");
  const [rejected, setRejected] = useState<RejectedFile[]>([]);
  const reject = (name: string, reason: string) => setRejected((before) => [...before, { name, reason }]);
  const { uploading, start, stop } = useUpload((problem, file) => reject(file.name, messageOfFailure(problem)));
  const upload = async (files: readonly File[]) => {
    setRejected([]);
    let done = 0;
    for (const file of files) {
      const limit = assetLimits[type].bytes;
      if (file.size > limit) reject(file.name, `The file is ${sizeOf(file.size)}. The limit is ${sizeOf(limit)}.`);
      else if (await start(type, file)) done++;
    }
    if (done > 0) toastSuccess("Asset uploaded", done === 1 ? files[0]?.name : `${done} files`);
    if (done === files.length) close();
  };
  return (
    <Modal opened onClose={close} title="Upload assets" closeOnClickOutside={uploading === null}>
      <Stack gap={16}>
        <Select
          label="Type"
          data={uploadTypes.map((value) => ({ value, label: assetTypeNames[value] }))}
          value={type}
          description={[limitsOf(type), notes[type]].filter(Boolean).join(". ")}
          onChange={(value) => setType((value ?? type) as AssetType)}
          disabled={uploading !== null}
        />
        {uploading ? (
          <Group gap={8} wrap="nowrap">
            <Progress
              wide
              done={uploading.sent}
              total={uploading.total}
              label={`Upload of ${uploading.name}`}
              note={uploading.name}
            />
            <Button size="compact-sm" variant="default" onClick={stop}>
              Stop
            </Button>
          </Group>
        ) : (
          <Dropzone
            onDrop={(files) => void upload(files)}
            className={classes["zone"] ?? ""}
            inputProps={{ "aria-label": "Files to upload", accept: acceptedOf(type) }}
            aria-label="Drop zone"
          >
            <IconCloudUpload size={36} stroke={1.4} aria-hidden />
            <Text fw={500}>Drop files here, or click to choose</Text>
          </Dropzone>
        )}
        {rejected.length > 0 ? (
          <Stack gap={4} role="alert">
            {rejected.map(({ name, reason }) => (
              <Text key={`${name} ${reason}`} size="sm" c="var(--failed)">
                {reason.includes(name) ? reason : `${name}: ${reason}`}
              </Text>
            ))}
          </Stack>
        ) : null}
      </Stack>
    </Modal>
  );
}
