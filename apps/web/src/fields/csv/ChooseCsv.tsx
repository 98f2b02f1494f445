import { IconFileTypeCsv } from "@tabler/icons-react";
import { useState } from "react";
import { DropFile } from "../../ui/form/DropFile.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { headBytes, readHead } from "./csvHead.ts";
import type { ChosenFile } from "./MapColumns.tsx";

/** The drop zone. Only the first lines of the file are read in the browser. */
export function ChooseCsv({ onChosen }: { onChosen: (file: ChosenFile) => void }) {
  const [isReading, setReading] = useState(false);
  const take = async (file: File) => {
    setReading(true);
    const head = readHead(await file.slice(0, headBytes).text());
    setReading(false);
    if (head) onChosen({ file, head });
    else toastError("Error reading file", file.size === 0 ? `${file.name} is empty` : `${file.name} has no header row`);
  };
  return (
    <DropFile
      icon={IconFileTypeCsv}
      label="CSV file"
      title="Drop a CSV file here, or click to choose"
      help="A UTF-8 file of any size, with columns separated by commas, semicolons or tabs."
      busy={isReading}
      onFile={(file) => void take(file)}
    />
  );
}
