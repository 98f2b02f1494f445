import { Box } from "@mantine/core";
import { FieldInput } from "./FieldInput.tsx";
import { type AnyField, type Draft, type FieldSetProps, useForm } from "./formContext.ts";

/** The fields of a draft or of one of its rows. */
export function FieldSet({ fields, draft, place, onChange }: FieldSetProps) {
  const { touch } = useForm();
  return fields
    .filter((field) => field.show?.(draft) ?? true)
    .map((field) => (
      <Box
        key={`${field.name} ${field.input}`}
        data-place={place + field.name}
        onBlur={() => touch(place + field.name)}
      >
        <FieldInput
          field={field}
          place={place + field.name}
          draft={draft}
          FieldSet={FieldSet}
          onChange={(value, neighbours) => onChange(withField(field, draft, value, neighbours), field.name)}
        />
      </Box>
    ));
}

/** Changes a field: first its dependents, then the field itself (spec 2 §3.3, §4.4). */
function withField(field: AnyField, draft: Draft, value: unknown, neighbours: Draft | undefined): Draft {
  const changed = { ...draft, ...neighbours, [field.name]: value };
  return { ...changed, ...field.sets?.(changed) };
}
