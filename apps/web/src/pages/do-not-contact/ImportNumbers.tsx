import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { type DncImport, type DncTypeName, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import { useState } from "react";
import { TypeSelect } from "./AddNumbers.tsx";
import { ImportRunning } from "./ImportRunning.tsx";
import { Imports } from "./Imports.tsx";
import { SendingFile } from "./SendingFile.tsx";
import { useSendFile } from "./useSendFile.ts";

/** Adds the numbers of a CSV file to the list. */
export function ImportNumbers({ close }: { close: () => void }) {
  const [type, setType] = useState<DncTypeName>("all");
  const [reason, setReason] = useState("");
  const [started, setStarted] = useState<DncImport | null>(null);
  const file = useSendFile(dncRoutes.import, setStarted);
  return (
    <Modal opened onClose={close} title="Import numbers" size="lg">
      <Stack gap={16}>
        {started ? (
          <ImportRunning started={started} />
        ) : (
          <>
            <TypeSelect value={type} onChange={setType} />
            <TextInput
              label="Reason"
              description="Used for rows without a value in the reason column."
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
                  <Text fw={500}>Drop a CSV file here, or click to choose</Text>
                  <Text size="sm" c="dimmed" ta="center">
                    One number per row, or the columns phone, type and reason. Numbers already on the list are not
                    changed.
                  </Text>
                </Stack>
              </Dropzone>
            )}
            <SendingFile of={file} stopped="Numbers are added after the whole file is uploaded." />
          </>
        )}
        <Imports kind="account" />
        <Group justify="flex-end" gap={8}>
          {started ? (
            <Button variant="default" onClick={() => setStarted(null)}>
              Import another file
            </Button>
          ) : null}
          <Button variant={started ? "filled" : "default"} onClick={close} disabled={file.sending !== null}>
            {started ? "Done" : "Cancel"}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
