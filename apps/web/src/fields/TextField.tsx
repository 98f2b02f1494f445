import { Box, TextInput } from "@mantine/core";
import { useRef } from "react";
import { type Bare, type FieldProps, labelled, useForm } from "./formContext.ts";
import { InsertVariable } from "./InsertVariable.tsx";

/** One line of text or a URL. Variables are inserted at the cursor. */
export function TextField({ field, place, value, disabled, onChange, bare }: FieldProps<"text" | "url"> & Bare) {
  const { errorAt } = useForm();
  const line = useRef<HTMLInputElement>(null);
  const text = typeof value === "string" ? value : "";
  const insert = (name: string) => {
    const [from, to] = [line.current?.selectionStart ?? text.length, line.current?.selectionEnd ?? text.length];
    onChange(`${text.slice(0, from)}\${${name}}${text.slice(to)}`);
    requestAnimationFrame(() => line.current?.focus());
  };
  return (
    <Box pos="relative">
      {field.input === "text" && field.variables && disabled === undefined && (
        <Box pos="absolute" right={0} top={-3}>
          <InsertVariable onInsert={insert} />
        </Box>
      )}
      <TextInput
        ref={line}
        {...labelled(field.label, bare)}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        type={field.input === "url" ? "url" : "text"}
        placeholder={field.input === "url" ? "https://" : field.placeholder}
        maxLength={field.input === "text" ? field.maxLength : undefined}
        disabled={disabled !== undefined}
        value={field.input === "text" && field.fixed !== undefined ? field.fixed : text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={errorAt(place)}
      />
    </Box>
  );
}
