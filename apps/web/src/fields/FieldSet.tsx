import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { FieldInput } from "./FieldInput.tsx";
import { type AnyField, type Draft, type FieldSetProps, useForm } from "./formContext.ts";
import classes from "./rows.module.css";

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
        <InSentence lead={field.lead} tail={field.tail}>
          <FieldInput
            field={field}
            place={place + field.name}
            draft={draft}
            FieldSet={FieldSet}
            onChange={(value, neighbours) => onChange(withField(field, draft, value, neighbours), field.name)}
          />
        </InSentence>
      </Box>
    ));
}

/** A field between the words of its sentence. */
function InSentence({
  lead,
  tail,
  children,
}: {
  lead?: string | undefined;
  tail?: string | undefined;
  children: ReactNode;
}) {
  if (lead === undefined) return children;
  return (
    <div className={classes["sentence"]}>
      <span className={classes["lead"]}>{lead}</span>
      <div className={classes["said"]}>{children}</div>
      {tail !== undefined && <span className={classes["lead"]}>{tail}</span>}
    </div>
  );
}

/** Changes a field: first its dependents, then the field itself (spec 2 §3.3, §4.4). */
function withField(field: AnyField, draft: Draft, value: unknown, neighbours: Draft | undefined): Draft {
  const changed = { ...draft, ...neighbours, [field.name]: value };
  return { ...changed, ...field.sets?.(changed) };
}
