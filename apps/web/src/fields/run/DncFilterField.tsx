import { Select } from "@mantine/core";
import { filters, type RunForm } from "./runRequest.ts";

const data = Object.entries(filters).map(([value, { label }]) => ({ value, label }));

/** Which do-not-contact entries a run leaves out (spec 1 §3.9). */
export function DncFilterField({
  filter,
  onChange,
}: {
  filter: RunForm["filter"];
  onChange: (filter: RunForm["filter"]) => void;
}) {
  return (
    <Select
      label="DNC filter"
      description="Leaves out contacts on the do-not-contact list."
      data={data}
      allowDeselect={false}
      value={filter}
      onChange={(value) => value && onChange(value as RunForm["filter"])}
    />
  );
}
