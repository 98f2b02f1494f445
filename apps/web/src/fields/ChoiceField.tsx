import { Input, SegmentedControl, Select } from "@mantine/core";
import type { Option } from "@trunkline/workflow/nodeKind.ts";
import { useId } from "react";
import { type Bare, type FieldProps, labelled, useForm } from "./formContext.ts";

/** Letters that fit side by side in the panel. */
const roomForLetters = 30;
/** Longer lists get a search field. */
const mostUnsearched = 20;

/** A choice of a few options, side by side if they fit, else as a list. Options that need a missing flag are left out. */
export function ChoiceField({ field, place, value, disabled, onChange, bare }: FieldProps<"choice"> & Bare) {
  const { errorAt, lists } = useForm();
  const id = useId();
  const options = field.options.filter(
    (one: Option) => one.flag === undefined || lists.flag(one.flag) || one.value === value,
  );
  const letters = options.reduce((sum: number, one: Option) => sum + one.label.length, 0);
  const isChosen = options.some((one: Option) => one.value === value);
  if (options.length < 2 || options.length > 4 || letters > roomForLetters || !isChosen || bare) {
    return (
      <Select
        {...labelled(field.label, bare)}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        data={options}
        searchable={options.length > mostUnsearched}
        nothingFoundMessage="Nothing found"
        allowDeselect={false}
        disabled={disabled !== undefined}
        value={isChosen ? (value as string | number) : null}
        onChange={(next) => onChange(next)}
        placeholder="Choose"
        error={errorAt(place)}
      />
    );
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      labelProps={{ id }}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      error={errorAt(place)}
    >
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        mt={4}
        data={options}
        disabled={disabled !== undefined}
        value={value as string | number}
        onChange={(next) => onChange(next)}
      />
    </Input.Wrapper>
  );
}
