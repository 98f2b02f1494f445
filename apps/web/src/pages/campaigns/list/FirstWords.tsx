import { Textarea } from "@mantine/core";
import { useModel } from "../../../api/useModel.ts";

interface Props {
  value: string;
  placeholder: string;
  onChange: (words: string) => void;
}

/** What a new workflow is for, in the user's words: its editor opens with a draft. Nothing without a language model. */
export function FirstWords({ value, placeholder, onChange }: Props) {
  if (useModel() === undefined) return null;
  return (
    <Textarea
      label="Describe what you want"
      description="The editor opens with a draft of it, which you can change or discard. An additional charge applies per draft."
      placeholder={placeholder}
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
