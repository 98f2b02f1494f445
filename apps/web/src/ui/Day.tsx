import { TextInput } from "@mantine/core";

interface Props {
  label: string;
  value: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day of a filter. */
export const Day = ({ label, value, least, most, onChange }: Props) => (
  <TextInput
    type="date"
    size="xs"
    w={126}
    aria-label={label}
    title={label}
    value={value ?? ""}
    min={least}
    max={most}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
  />
);
