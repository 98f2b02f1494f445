import { Select } from "@mantine/core";

interface Props {
  label: string;
  none: string;
  width: number;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** A filter of a list with one of several values, or none. */
export const Choice = ({ label, none, width, data, value, onChange }: Props) => (
  <Select
    size="xs"
    w={width}
    aria-label={label}
    clearable={value !== undefined}
    searchable={data.length > 12}
    clearButtonProps={{ "aria-label": none }}
    data={[{ value: "", label: none }, ...data]}
    value={value ?? ""}
    onChange={(chosen) => onChange(chosen || undefined)}
  />
);
