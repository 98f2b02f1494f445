import { Autocomplete, MultiSelect, Select, TagsInput, Textarea } from "@mantine/core";
import { listOf } from "@trunkline/workflow/parts/operations.ts";
import { useState } from "react";
import { type FieldProps, type PickOption, useForm } from "./formContext.ts";
import { PickLine } from "./PickField.tsx";

/** The options, plus chosen values that are not in the list. */
const withChosen = (loaded: readonly PickOption[], chosen: readonly string[]): readonly PickOption[] => [
  ...loaded,
  ...chosen
    .filter((value) => !loaded.some((option) => String(option.value) === value))
    .map((value) => ({ value, label: value, note: "not found" })),
];

const noteOf = (options: readonly PickOption[], value: string): string | undefined =>
  options.find((option) => String(option.value) === value)?.note;

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A choice by name from a list that the page loads. */
export function PickOneField({ field, place, value, disabled, onChange }: FieldProps<"pickOne">) {
  const { errorAt, lists } = useForm();
  const loaded = lists.options(field.from);
  const text = typeof value === "string" ? value : "";
  const options = withChosen(loaded ?? [], text === "" ? [] : [text]);
  const waiting = loaded === undefined ? (lists.problem ?? "Loading…") : undefined;
  // names may not exist yet, so they can be typed
  if (field.from !== "campaigns")
    return (
      <Autocomplete
        label={field.label}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        data={(loaded ?? []).map((option) => String(option.value))}
        renderOption={({ option }) => (
          <PickLine option={{ ...option, label: option.value }} note={noteOf(loaded ?? [], option.value)} />
        )}
        placeholder={waiting ?? "Choose or type"}
        disabled={disabled !== undefined}
        value={text}
        onChange={onChange}
        error={errorAt(place)}
      />
    );
  return (
    <Select
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      searchable
      clearable={!field.required}
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      renderOption={({ option }) => <PickLine option={option} note={noteOf(options, option.value)} />}
      placeholder={waiting ?? "Choose"}
      nothingFoundMessage={waiting ?? "Nothing found"}
      disabled={disabled !== undefined}
      value={text === "" ? null : text}
      onChange={(next) => onChange(next ?? "")}
      error={errorAt(place)}
    />
  );
}

/** Several values of a loaded or fixed list. */
export function SeveralField({ field, place, value, disabled, onChange }: FieldProps<"pickSeveral" | "chooseSeveral">) {
  const { errorAt, lists } = useForm();
  const loaded = field.input === "pickSeveral" ? lists.options(field.from) : field.options;
  const chosen = textsOf(value);
  const options = withChosen(loaded ?? [], chosen);
  const waiting = loaded === undefined ? (lists.problem ?? "Loading…") : undefined;
  if (field.input === "pickSeveral" && field.from === "tags")
    return (
      <TagsInput
        label={field.label}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        data={options.map((option) => String(option.value))}
        placeholder={chosen.length > 0 ? undefined : "Choose or type"}
        disabled={disabled !== undefined}
        value={chosen}
        onChange={onChange}
        error={errorAt(place)}
      />
    );
  return (
    <MultiSelect
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      searchable
      hidePickedOptions
      data={options.map((option) => ({ value: String(option.value), label: option.label }))}
      renderOption={({ option }) => <PickLine option={option} note={noteOf(options, option.value)} />}
      placeholder={chosen.length > 0 ? undefined : (waiting ?? "Choose")}
      nothingFoundMessage={waiting ?? "Nothing found"}
      disabled={disabled !== undefined}
      value={chosen}
      onChange={onChange}
      error={errorAt(place)}
    />
  );
}

/** Texts separated by lines or commas. The typed text stays unchanged while the list is saved. */
export function TextsField({ field, place, value, disabled, onChange }: FieldProps<"texts">) {
  const { errorAt } = useForm();
  const list = textsOf(value);
  const [typed, setTyped] = useState(list.join("\n"));
  const isOurs = listOf(typed).join("\n") === list.join("\n");
  return (
    <Textarea
      label={field.label}
      description={disabled ?? field.help}
      withAsterisk={field.required}
      placeholder={field.placeholder}
      autosize
      minRows={2}
      maxRows={8}
      disabled={disabled !== undefined}
      value={isOurs ? typed : list.join("\n")}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(listOf(event.currentTarget.value));
      }}
      error={errorAt(place)}
    />
  );
}
