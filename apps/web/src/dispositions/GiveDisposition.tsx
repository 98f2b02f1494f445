import { Group, Select, TextInput } from "@mantine/core";
import type { Disposition, GivenOn } from "@trunkline/contract/dispositions/disposition.ts";
import { type FormEvent, useState } from "react";
import { useMay } from "../api/me.ts";
import { ReasonButton } from "../ui/form/ReasonButton.tsx";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { type GiveSubject, useGive } from "./useGive.ts";
import { useOffered } from "./useOffered.ts";

interface Props extends GiveSubject {
  /** The direction of the call; null for a disposition of the contact. */
  on: GivenOn;
  /** For forms that ask for a note themselves. */
  withoutNote?: boolean;
}

/** Saves a disposition for a contact, a call or a queue entry. Needs the inbox-use privilege. */
export function GiveDisposition(props: Props) {
  return useMay()("inbox-use") ? <Chooser {...props} /> : null;
}

function Chooser({ contactId, callId, holdId, on, withoutNote }: Props) {
  const { dispositions, offered } = useOffered(on);
  const [key, setKey] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const give = useGive({ contactId, ...(callId && { callId }), ...(holdId && { holdId }) }, () => {
    setKey(null);
    setNote("");
  });
  if (dispositions.isError && !dispositions.data)
    return (
      <ErrorState
        title="Error loading dispositions"
        problem={dispositions.error}
        retry={() => dispositions.refetch()}
      />
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key !== null) give.mutate({ key, note });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} align="end">
        <Select
          flex="1 1 200px"
          label="Disposition"
          placeholder={dispositions.data && offered.length === 0 ? "No dispositions available" : "Choose an outcome"}
          searchable
          disabled={offered.length === 0}
          nothingFoundMessage="No dispositions match"
          data={offered.map((one) => one.key)}
          value={key}
          onChange={setKey}
          renderOption={({ option }) => <Offered disposition={offered.find((one) => one.key === option.value)} />}
        />
        {withoutNote ? null : (
          <TextInput
            flex="2 1 200px"
            label="Note"
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        )}
        <ReasonButton
          type="submit"
          variant="default"
          loading={give.isPending}
          reason={key === null ? "Choose a disposition first." : undefined}
        >
          Save
        </ReasonButton>
      </Group>
    </form>
  );
}

const Offered = ({ disposition }: { disposition: Disposition | undefined }) =>
  disposition ? (
    <span>
      {disposition.key}
      <span style={{ display: "block", fontSize: 12, color: "var(--mantine-color-dimmed)" }}>
        {disposition.description}
        {disposition.triggeredCampaignName ? `. Starts ${disposition.triggeredCampaignName}` : ""}
      </span>
    </span>
  ) : null;
