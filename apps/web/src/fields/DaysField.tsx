import { Chip, Group, Input } from "@mantine/core";
import { dayNames, daysOf, hasDay, maskOf } from "@trunkline/workflow/parts/daysOfWeek.ts";
import { useId } from "react";
import { type FieldProps, useForm } from "./formContext.ts";

const fullNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** Days of the week, kept as a bitmask (spec 2 §9). */
export function DaysField({ field, place, value, disabled, onChange }: FieldProps<"days">) {
  const { errorAt } = useForm();
  const id = useId();
  const mask = typeof value === "number" ? value : 0;
  const toggle = (day: number) =>
    onChange(maskOf(hasDay(mask, day) ? daysOf(mask).filter((one) => one !== day) : [...daysOf(mask), day]));
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      labelProps={{ id }}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      error={errorAt(place)}
    >
      <Group gap={4} mt={4} role="group" aria-labelledby={id}>
        {dayNames.map((name, day) => (
          <Chip
            key={name}
            size="xs"
            radius="sm"
            disabled={disabled !== undefined}
            checked={hasDay(mask, day)}
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
