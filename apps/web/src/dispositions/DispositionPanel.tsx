import { Paper, Stack, Title } from "@mantine/core";
import type { GivenOn } from "@trunkline/contract/dispositions/disposition.ts";
import { useId } from "react";
import { GiveDisposition } from "./GiveDisposition.tsx";
import { GivenDispositions } from "./GivenDispositions.tsx";

/** The dispositions of a contact or of one of its calls, with a form that adds one (spec 2 §2.5). */
export function DispositionPanel({ contactId, callId, on }: { contactId: string; callId?: string; on: GivenOn }) {
  const id = useId();
  const call = callId === undefined ? {} : { callId };
  return (
    <Paper withBorder p={16} radius={8} component="section" aria-labelledby={id}>
      <Title order={2} id={id} fz={16} mb={8}>
        Dispositions
      </Title>
      <Stack gap={12}>
        <GiveDisposition contactId={contactId} on={on} {...call} />
        <GivenDispositions contactId={contactId} {...call} />
      </Stack>
    </Paper>
  );
}
