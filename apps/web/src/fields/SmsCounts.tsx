import { Button, Group, Stack, Text } from "@mantine/core";
import { countParts, countSegments, outsideGsm } from "@trunkline/workflow/parts/text/segments.ts";
import { sentText, useLinkBase } from "../api/links.ts";
import { formatCount, plural } from "../ui/text/formatFigure.ts";
import { plainOf } from "./plainOf.ts";

/** Encoding, length, parts and segments of a text, with the characters that are not in GSM-7 (spec 2 §4.5). */
export function SmsCounts({
  id,
  text,
  onChange,
  isFinal = false,
  shortens = false,
  source = text,
}: {
  id?: string;
  text: string;
  /** Replaces the text. Without it the plain-text button is hidden. */
  onChange?: ((text: string) => void) | undefined;
  /** The text has no variables. */
  isFinal?: boolean;
  /** Links are shortened, which segments account for. */
  shortens?: boolean;
  /** The template of the text. Only links in the template are shortened. */
  source?: string | undefined;
}) {
  const { encoding, length, max, part, parts } = countParts(text);
  const odd = outsideGsm(text);
  const plain = plainOf(text);
  const sent = sentText(text, { text: source, shortens }, useLinkBase());
  const shortened = sent === text ? "" : " with short links";
  const charged = text === "" ? "" : `${plural(countSegments(sent), "segment")}${shortened}.`;
  const variables = isFinal ? "" : "Variables are counted as written; real messages may be longer.";
  return (
    <Stack gap={4}>
      <Text id={id} size="xs" c={length > max ? "var(--failed)" : "dimmed"} className="figures" role="status">
        {`${encoding} · ${formatCount(length)} / ${formatCount(max)} characters · ${plural(parts, "part")} of ${part}`}
        <br />
        {[charged, variables].filter(Boolean).join(" ")}
      </Text>
      {odd.length > 0 ? (
        <Group gap={8}>
          <Text size="xs" c="var(--waits)">
            {`Not in GSM7, so each part holds fewer characters: ${odd.slice(0, 12).join(" ")}${odd.length > 12 ? " …" : ""}`}
          </Text>
          {plain !== text && onChange ? (
            <Button size="compact-xs" variant="subtle" onClick={() => onChange(plain)}>
              Use plain quotes and dashes
            </Button>
          ) : null}
        </Group>
      ) : null}
    </Stack>
  );
}
