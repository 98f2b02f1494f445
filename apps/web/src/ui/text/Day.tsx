import { TextInput } from "@mantine/core";

interface Props {
  label: string;
  value: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A day of a filter. The start and end of a range have a prefix. */
export function Day({ label, value, least, most, onChange }: Props) {
  const end = /^(From|To)\b/.exec(label)?.[0];
  const endWidth = end === "To" ? 28 : 42;
  return (
    <TextInput
      type="date"
      size="xs"
      w={end === undefined ? 126 : 110 + endWidth}
      leftSection={end}
      leftSectionWidth={end === undefined ? undefined : endWidth}
      leftSectionProps={{ "aria-hidden": true, style: { fontSize: 12 } }}
      aria-label={label}
      title={label}
      value={value ?? ""}
      min={least}
      max={most}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
