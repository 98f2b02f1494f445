import { FileInput } from "@mantine/core";
import { IconFileCode } from "@tabler/icons-react";

/** What is wrong with a metadata file by its name (spec 3 §5). */
export const fileProblem = (file: File | null, missing: string): string | undefined =>
  file === null ? missing : /\.xml$/i.test(file.name) ? undefined : `Choose an .xml file. ${file.name} is not one.`;

/** The metadata file of an identity provider. */
export function MetadataFile({
  file,
  onFile,
  error,
  disabled,
}: {
  file: File | null;
  onFile: (file: File | null) => void;
  error: string | undefined;
  disabled: boolean;
}) {
  return (
    <FileInput
      label="Metadata"
      description="The .xml file downloaded from your identity provider"
      placeholder="Choose a file"
      accept=".xml"
      withAsterisk
      clearable
      clearButtonProps={{ "aria-label": "Remove file" }}
      leftSection={<IconFileCode size={16} />}
      fileInputProps={{ "aria-label": "Metadata file" }}
      value={file}
      onChange={onFile}
      error={error}
      disabled={disabled}
    />
  );
}
