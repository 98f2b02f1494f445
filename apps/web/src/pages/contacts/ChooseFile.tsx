import { Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileTypeCsv } from "@tabler/icons-react";
import { useState } from "react";
import { toastError } from "../../ui/toast.tsx";
import { headBytes, readHead } from "./csvHead.ts";
import classes from "./ImportPage.module.css";
import type { ChosenFile } from "./MapColumns.tsx";

/** The drop zone; reads only the first lines of the file here. */
export function ChooseFile({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const [isReading, setReading] = useState(false);
  const take = async ([file]: File[]) => {
    if (file === undefined) return;
    setReading(true);
    const head = readHead(await file.slice(0, headBytes).text());
    setReading(false);
    if (head) onChosen({ file, head });
    else toastError("Error reading file", file.size === 0 ? `${file.name} is empty` : `${file.name} has no header row`);
  };
  return (
    <Dropzone
      onDrop={(files) => void take(files)}
      loading={isReading}
      multiple={false}
      className={classes["zone"] ?? ""}
      inputProps={{ "aria-label": "CSV file" }}
      aria-label="Drop zone"
    >
      <IconFileTypeCsv size={36} stroke={1.4} aria-hidden />
      <Text fw={500}>Drop a CSV file here, or choose one</Text>
      <Text size="sm" c="dimmed">
        Any size. Commas, semicolons or tabs between the columns; UTF-8.
      </Text>
    </Dropzone>
  );
}
