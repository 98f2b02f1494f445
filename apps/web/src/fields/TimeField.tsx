import { Select } from "@mantine/core";
import { formatTime, parseTime, showTime } from "@trunkline/workflow/parts/time/timeOfDay.ts";
import { type FieldProps, useForm } from "./formContext.ts";

const stepSeconds = 15 * 60;
const quarterHours = Array.from({ length: 96 }, (_, index) => index * stepSeconds).map((seconds) => ({
  value: formatTime(seconds),
  label: showTime(seconds),
}));

/** A time of day in steps of 15 minutes on a 12-hour clock (spec 2 §9). Typing filters the list. */
export function TimeField({ field, place, value, disabled, onChange }: FieldProps<"time">) {
  const { errorAt } = useForm();
  return (
    <TimeSelect
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required ?? false}
      disabled={disabled !== undefined}
      value={typeof value === "string" ? value : ""}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}

interface TimeSelectProps {
  label: string;
  description?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
  /** HH:mm:ss, or HH:mm in old forms. */
  value: string;
  onChange: (value: string) => void;
  error?: React.ReactNode;
  /** It can be emptied. */
  clearable?: boolean;
}

/** The same input outside node forms. */
export function TimeSelect({ value, onChange, ...rest }: TimeSelectProps) {
  const seconds = parseTime(value);
  const saved = seconds === undefined ? null : formatTime(seconds);
  const isStep = saved === null || quarterHours.some((one) => one.value === saved);
  const data = isStep ? quarterHours : [...quarterHours, { value: saved, label: showTime(seconds ?? 0) }];
  return (
    <Select
      {...rest}
      searchable
      data={data}
      value={saved}
      onChange={(next) => onChange(next ?? "")}
      allowDeselect={false}
      nothingFoundMessage="Choose a quarter hour, such as 8:15 AM"
      placeholder="Choose"
      maxDropdownHeight={240}
      // reachable with the keyboard
      clearButtonProps={{ "aria-label": `Clear ${rest.label}`, "aria-hidden": false, tabIndex: 0, size: "24px" }}
    />
  );
}
