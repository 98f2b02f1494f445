import { Box, Group, Text, Textarea } from "@mantine/core";
import { countParts } from "@trunkline/workflow/parts/segments.ts";
import { useId, useRef } from "react";
import { type FieldProps, useForm } from "./formContext.ts";
import { InsertVariable } from "./InsertVariable.tsx";

const encodingNames = { GSM7: "GSM-7", LATIN1: "Latin-1", UNICODE: "Unicode" } as const;

/** Several lines of text; where variables may stand, they are inserted at the cursor and the length is counted. */
export function TextareaField({ field, place, value, disabled, onChange }: FieldProps<"textarea">) {
  const { errorAt } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const text = typeof value === "string" ? value : "";
  const insert = (name: string) => {
    const at = area.current;
    const [from, to] = at ? [at.selectionStart, at.selectionEnd] : [text.length, text.length];
    const piece = `\${${name}}`;
    onChange(text.slice(0, from) + piece + text.slice(to));
    requestAnimationFrame(() => {
      at?.focus();
      at?.setSelectionRange(from + piece.length, from + piece.length);
    });
  };
  return (
    <Box pos="relative">
      {field.variables && disabled === undefined && (
        <Box pos="absolute" right={0} top={-3}>
          <InsertVariable onInsert={insert} />
        </Box>
      )}
      <Textarea
        id={id}
        ref={area}
        label={field.label}
        description={disabled ?? field.help}
        withAsterisk={field.required}
        autosize
        minRows={4}
        maxRows={12}
        disabled={disabled !== undefined}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={errorAt(place)}
      />
      {field.variables && !field.uncounted && text !== "" && <Length text={text} />}
    </Box>
  );
}

function Length({ text }: { text: string }) {
  const { encoding, length, max, parts } = countParts(text);
  return (
    <Group justify="space-between" mt={4}>
      <Text size="xs" c={length > max ? "red" : "dimmed"}>
        {length} of {max} characters, {encodingNames[encoding]}
      </Text>
      <Text size="xs" c="dimmed">
        {parts} {parts === 1 ? "part" : "parts"}
      </Text>
    </Group>
  );
}
