import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import type { TablerIcon } from "@tabler/icons-react";
import classes from "./DropFile.module.css";

interface Props {
  icon: TablerIcon;
  /** "CSV file": names it for screen readers. */
  label: string;
  /** "Drop a CSV file here, or click to choose" */
  title: string;
  /** Which files are accepted. */
  help: string;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** A drop zone for one file. */
export function DropFile({ icon: Icon, label, title, help, busy = false, onFile }: Props) {
  return (
    <Dropzone
      onDrop={([file]) => file && onFile(file)}
      loading={busy}
      multiple={false}
      className={classes["zone"] ?? ""}
      inputProps={{ "aria-label": label }}
      aria-label="Drop zone"
    >
      <Icon size={36} stroke={1.4} aria-hidden />
      <Text fw={500}>{title}</Text>
      <Text size="sm" c="dimmed">
        {help}
      </Text>
    </Dropzone>
  );
}
