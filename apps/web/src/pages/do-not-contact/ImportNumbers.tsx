import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { type DncImport, type DncTypeName, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { useState } from "react";
import { TypeSelect } from "./AddNumbers.tsx";
import { ImportRunning } from "./ImportRunning.tsx";
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
          <ImportRunning taken={taken} />
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
            <SendingFile of={file} stopped="Nobody is stopped before the file has come whole." />
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
