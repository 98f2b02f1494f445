import { LaterSelect } from "./LaterSelect.tsx";

interface Props {
  label: string;
  none: string;
  /** Shown before the value, where that does not say what is chosen. */
  prefix?: string | undefined;
  width: number;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

const prefixWidth = 66;

/** A filter of a list with one of several values, or none. */
export const Choice = ({ label, none, prefix, width, data, value, onChange }: Props) => (
  <LaterSelect
    size="xs"
    w={width}
    aria-label={label}
    {...(prefix !== undefined && {
      leftSection: prefix,
      leftSectionWidth: prefixWidth,
      leftSectionProps: { "aria-hidden": true, style: { fontSize: 12 } },
    })}
    clearable={value !== undefined}
    searchable={data.length > 12}
    clearButtonProps={{ "aria-label": none }}
    data={[{ value: "", label: none }, ...data]}
    value={value ?? ""}
    onChange={(chosen) => onChange(chosen || undefined)}
  />
);
