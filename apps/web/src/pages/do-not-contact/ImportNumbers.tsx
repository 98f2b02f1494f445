import { Alert, Button, Group, List, Modal, Stack, Text, TextInput } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { type DncImport, type DncTypeName, dncRoutes } from "@trunkline/contract/dnc.ts";
import { useState } from "react";
import { formatCount, plural } from "../../ui/formatFigure.ts";
import { TypeSelect } from "./AddNumbers.tsx";
import { Imports } from "./Imports.tsx";
import { SendingFile } from "./SendingFile.tsx";
import { useSendFile } from "./useSendFile.ts";

/** Stops the numbers of a CSV file. */
export function ImportNumbers({ close }: { close: () => void }) {
  const [type, setType] = useState<DncTypeName>("all");
  const [reason, setReason] = useState("");
  const [taken, setTaken] = useState<DncImport | null>(null);
  const file = useSendFile(dncRoutes.import, setTaken);
  return (
    <Modal opened onClose={close} title="Import numbers" size="lg">
      <Stack gap={16}>
        {taken ? (
          <Taken of={taken} />
        ) : (
          <>
            <TypeSelect value={type} onChange={setType} />
            <TextInput
              label="Reason"
              description="Of rows that name none in a column reason."
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            {file.sending ? null : (
              <Dropzone
                onDrop={([chosen]) =>
                  chosen && file.send(chosen, { type, ...(reason.trim() && { reason: reason.trim() }) })
                }
                multiple={false}
                inputProps={{ "aria-label": "CSV file" }}
                aria-label="Drop zone"
              >
                <Stack align="center" gap={4} py={24}>
                  <Text fw={500}>Drop a CSV file here, or choose one</Text>
                  <Text size="sm" c="dimmed" ta="center">
                    One number a row, or columns phone, type and reason. Numbers that are on the list already stay.
                  </Text>
                </Stack>
              </Dropzone>
            )}
            <SendingFile of={file} stopped="What was read so far stays on the list when this is stopped." />
          </>
        )}
        <Imports kind="account" />
        <Group justify="flex-end" gap={8}>
          {taken ? (
            <Button variant="default" onClick={() => setTaken(null)}>
              Import another file
            </Button>
          ) : null}
          <Button variant={taken ? "filled" : "default"} onClick={close} disabled={file.sending !== null}>
            {taken ? "Done" : "Cancel"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

export function Taken({ of }: { of: DncImport }) {
  const { kind, total, added, rejectedCount, rejected, areaCodes } = of;
  return (
    <Stack gap={8} role="status">
      <Text fw={500}>
        {kind === "federal"
          ? `${plural(added, "number")} of ${plural(areaCodes.length, "area code")} loaded`
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
