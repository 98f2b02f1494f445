import { Box, Group, Textarea } from "@mantine/core";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { useId, useRef } from "react";
import { EmojiPicker } from "../ui/form/EmojiPicker.tsx";
import { type FieldProps, useForm } from "./formContext.ts";
import { InsertVariable } from "./InsertVariable.tsx";
import { SmsCounts } from "./SmsCounts.tsx";

/** Several lines of text. Variables are inserted at the cursor and the length is counted. */
export function TextareaField({ field, place, value, draft, disabled, onChange }: FieldProps<"textarea">) {
  const { errorAt } = useForm();
  const area = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const text = typeof value === "string" ? value : "";
  const isCounted = field.variables && !field.uncounted;
  const insert = (piece: string) => {
    const at = area.current;
    const [from, to] = at ? [at.selectionStart, at.selectionEnd] : [text.length, text.length];
    onChange(text.slice(0, from) + piece + text.slice(to));
    requestAnimationFrame(() => {
      at?.focus();
      at?.setSelectionRange(from + piece.length, from + piece.length);
    });
  };
  return (
    <Box pos="relative">
      {field.variables && disabled === undefined && (
        <Group pos="absolute" right={0} top={-3} gap={0}>
          {isCounted && <EmojiPicker compact onPick={insert} />}
          <InsertVariable onInsert={(name) => insert(`\${${name}}`)} />
        </Group>
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
      {isCounted && text !== "" && (
        <Box mt={4}>
          <SmsCounts
            text={text}
            shortens={field.shortenedBy !== undefined && ownValue(draft, field.shortenedBy) === true}
            onChange={disabled === undefined ? onChange : undefined}
          />
        </Box>
      )}
    </Box>
  );
}
