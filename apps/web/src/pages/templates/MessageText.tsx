import { Group, Stack, Textarea } from "@mantine/core";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { countParts } from "@trunkline/workflow/parts/text/segments.ts";
import { useRef } from "react";
import { SmsCounts } from "../../fields/SmsCounts.tsx";
import { useTextCheck } from "../../fields/useTextCheck.ts";
import { EmojiPicker } from "../../ui/form/EmojiPicker.tsx";
import { InsertVariable } from "../../ui/form/InsertVariable.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import type { Variable } from "./templateDraft.ts";

/** Why the text can't be saved: invalid variables, or too long for its encoding (spec 2 §4.5). */
export function faultOf(text: string): string | undefined {
  const problem = textProblem(text);
  if (problem !== undefined) return `Invalid content: ${problem}`;
  const { encoding, length, max } = countParts(text);
  return length > max
    ? `${formatCount(length)} characters. ${encoding} texts can have at most ${formatCount(max)}.`
    : undefined;
}

/** The content editor with variables and segment counts (spec 2 §4.5). */
export function MessageText({
  value,
  onChange,
  onBlur,
  error,
  variables,
  disabled,
  shortens,
}: {
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  error: string | undefined;
  variables: readonly Variable[];
  disabled: boolean;
  shortens: boolean;
}) {
  useTextCheck();
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (written: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
    onChange(value.slice(0, selectionStart) + written + value.slice(selectionEnd));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(selectionStart + written.length, selectionStart + written.length);
    });
  };
  return (
    <Stack gap={8}>
      <Textarea
        ref={area}
        label="Content"
        placeholder={"Hi ${firstName}, …"}
        autosize
        minRows={5}
        maxRows={16}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={onBlur}
        error={faultOf(value) ?? error}
        aria-describedby="message-counts"
      />
      <Group justify="space-between" align="flex-start" gap={8}>
        <SmsCounts id="message-counts" text={value} shortens={shortens} onChange={disabled ? undefined : onChange} />
        {disabled ? null : (
          <Group gap={8}>
            <EmojiPicker onPick={insert} />
            <InsertVariable variables={variables} onInsert={(name) => insert(`\${${name}}`)} />
          </Group>
        )}
      </Group>
    </Stack>
  );
}
