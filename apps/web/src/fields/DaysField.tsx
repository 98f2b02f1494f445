import { Chip, Group, Input } from "@mantine/core";
import { dayNames, daysOf, hasDay, maskOf } from "@trunkline/workflow/parts/time/daysOfWeek.ts";
import { type ReactNode, useId } from "react";
import { type FieldProps, useForm } from "./formContext.ts";

const fullNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Days of the week, kept as a bitmask (spec 2 §9). */
export function DaysField({ field, place, value, disabled, onChange }: FieldProps<"days">) {
  const { errorAt } = useForm();
  return (
    <DaysPicker
      label={field.label}
      description={disabled ?? field.help}
      required={field.required ?? false}
      disabled={disabled !== undefined}
      value={typeof value === "number" ? value : 0}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}

interface DaysPickerProps {
  label: string;
  description?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  /** A bitmask. */
  value: number;
  onChange: (mask: number) => void;
  error?: ReactNode;
}

/** The same input outside node forms. */
export function DaysPicker({
  label,
  description,
  required = false,
  disabled = false,
  value,
  onChange,
  error,
}: DaysPickerProps) {
  const id = useId();
  const toggle = (day: number) =>
    onChange(maskOf(hasDay(value, day) ? daysOf(value).filter((one) => one !== day) : [...daysOf(value), day]));
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id }}
      description={description}
      withAsterisk={required}
      error={error}
    >
      <Group gap={4} mt={4} role="group" aria-labelledby={id}>
        {dayNames.map((name, day) => (
          <Chip
            key={name}
            size="xs"
            radius="sm"
            disabled={disabled}
            checked={hasDay(value, day)}
            onChange={() => toggle(day)}
            aria-label={fullNames[day]}
            icon={null}
            styles={{ iconWrapper: { display: "none" }, label: { paddingInline: 9 } }}
          >
            {name}
          </Chip>
        ))}
      </Group>
    </Input.Wrapper>
  );
}
