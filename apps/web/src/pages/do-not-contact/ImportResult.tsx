import { Alert, List, Stack, Text } from "@mantine/core";
import type { DncImport } from "@trunkline/contract/doNotContact/dnc.ts";
import { formatCount, plural } from "../../ui/text/formatFigure.ts";

/** The result of an import, with its first rejected rows. */
export function ImportResult({ of }: { of: DncImport }) {
  const { kind, status, total, added, rejectedCount, rejected, areaCodes } = of;
  const loaded = status === "done" ? areaCodes.length : 0;
  return (
    <Stack gap={8} role="status">
      <Text fw={500}>
        {kind === "federal"
          ? `${plural(added, "number")} of ${plural(loaded, "area code")} loaded`
          : `${formatCount(total)} rows read, ${plural(added, "new entry", "new entries")}`}
      </Text>
      {rejectedCount > 0 ? (
        <Alert color="yellow" title={plural(rejectedCount, "rejected row")}>
          <List size="sm" spacing={2}>
            {rejected.slice(0, 10).map(({ line, reason, text }) => (
              <List.Item key={line}>
                Line {formatCount(line)}: {reason} {text ? `(${text})` : ""}
              </List.Item>
            ))}
          </List>
          {rejectedCount > 10 ? <Text size="sm">and {formatCount(rejectedCount - 10)} more</Text> : null}
        </Alert>
      ) : null}
    </Stack>
  );
}
