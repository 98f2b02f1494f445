import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { countParts, countSegments, outsideGsm } from "@trunkline/workflow/parts/segments.ts";
import { textProblem } from "@trunkline/workflow/parts/text.ts";
import { useRef } from "react";
import { formatCount, plural } from "../../ui/formatFigure.ts";
import { InsertVariable } from "./InsertVariable.tsx";
import { plainOf, type Variable } from "./templateDraft.ts";

/** What keeps the text from being saved: variables that cannot be read, or too long for its encoding (spec 2 §4.5). */
export function faultOf(text: string): string | undefined {
  const problem = textProblem(text);
  if (problem !== undefined) return `The content cannot be read: ${problem}`;
  const { encoding, length, max } = countParts(text);
  return length > max
    ? `${formatCount(length)} characters; ${encoding} texts have at most ${formatCount(max)}`
    : undefined;
}

/** The content editor: text, variables, and what it will cost to send (spec 2 §4.5). */
export function MessageText({
  value,
  onChange,
  onBlur,
  error,
  variables,
  disabled,
}: {
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  error: string | undefined;
  variables: readonly Variable[];
  disabled: boolean;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {};
    const written = `\${${name}}`;
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
        <Counts text={value} />
        {disabled ? null : <InsertVariable variables={variables} onInsert={insert} />}
      </Group>
      <Unicode text={value} onChange={onChange} disabled={disabled} />
    </Stack>
  );
}

function Counts({ text }: { text: string }) {
  const { encoding, length, max, part, parts } = countParts(text);
  const segments = countSegments(text);
  return (
    <Text id="message-counts" size="xs" c="dimmed" className="figures" role="status">
      {`${encoding} · ${formatCount(length)} / ${formatCount(max)} characters · ${plural(parts, "part")} of ${part}`}
      <br />
      {text === ""
        ? "Variables count as they are written here."
        : `Carriers send and charge ${plural(segments, "segment")}. Variables count as they are written here.`}
    </Text>
  );
}

function Unicode({ text, onChange, disabled }: { text: string; onChange: (text: string) => void; disabled: boolean }) {
  const odd = outsideGsm(text);
  if (odd.length === 0) return null;
  const plain = plainOf(text);
  return (
    <Group gap={8}>
      <Text size="xs" c="var(--waits)">
        {`Outside GSM7, so each part holds less: ${odd.slice(0, 12).join(" ")}${odd.length > 12 ? " …" : ""}`}
      </Text>
      {plain !== text && !disabled ? (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange(plain)}>
          Use plain quotes and dashes
        </Button>
      ) : null}
    </Group>
  );
}
