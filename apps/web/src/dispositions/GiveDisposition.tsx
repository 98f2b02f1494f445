import { Group, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import {
  type Disposition,
  dispositionRoutes,
  type GivenDisposition,
  type GivenOn,
  whyNotChosen,
} from "@trunkline/contract/dispositions/disposition.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../api/call.ts";
import { useMay, useMe } from "../api/me.ts";
import { listOf, useRefresh } from "../api/queries.ts";
import { ReasonButton } from "../ui/form/ReasonButton.tsx";
import { ErrorState } from "../ui/page/ErrorState.tsx";
import { messageOfFailure, toastError, toastInfo, toastSuccess } from "../ui/page/toast.tsx";

interface Props {
  contactId: string;
  /** The call that it is given on. */
  callId?: string;
  /** The place in an agent queue that it is given at. */
  holdId?: string;
  /** Which way the call went; null: the contact itself is meant. */
  on: GivenOn;
  /** Where a note is asked for elsewhere. */
  withoutNote?: boolean;
}

/** Says what came of a contact, a call or a taken contact: whoever works the inbox chooses among what is offered to them. */
export function GiveDisposition(props: Props) {
  return useMay()("inbox-use") ? <Chooser {...props} /> : null;
}

function Chooser({ contactId, callId, holdId, on, withoutNote }: Props) {
  const dispositions = useQuery(listOf(dispositionRoutes.list));
  const groups = useMyGroups();
  const refresh = useRefresh();
  const [key, setKey] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const give = useMutation({
    mutationFn: (chosen: string) =>
      callOne(dispositionRoutes.give, {
        params: { contactId },
        body: { key: chosen, ...(callId && { callId }), ...(holdId && { holdId }), ...(note && { note }) },
      }),
    onSuccess: (given) => {
      tell(given);
      setKey(null);
      setNote("");
    },
    onError: (problem) => toastError(messageOfFailure(problem), ""),
    onSettled: () => refresh("/v4/contact/", "/v4/dnc/", "/v4/campaign/status/"),
  });
  if (dispositions.isError && !dispositions.data)
    return (
      <ErrorState
        title="Error loading dispositions"
        problem={dispositions.error}
        retry={() => dispositions.refetch()}
      />
    );
  const offered = (dispositions.data ?? []).filter((one) => whyNotChosen(one, on, groups) === undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (key !== null) give.mutate(key);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} align="end">
        <Select
          flex="1 1 200px"
          label="Disposition"
          placeholder={dispositions.data && offered.length === 0 ? "None is offered to you" : "What came of it"}
          searchable
          disabled={offered.length === 0}
          nothingFoundMessage="No disposition fits"
          data={offered.map((one) => one.key)}
          value={key}
          onChange={setKey}
          renderOption={({ option }) => <Offered disposition={offered.find((one) => one.key === option.value)} />}
        />
        {withoutNote ? null : (
          <TextInput
            flex="2 1 200px"
            label="Note on it"
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
          Give disposition
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

/** The work groups that somebody chooses for; whoever manages dispositions chooses for all. */
function useMyGroups(): readonly string[] | "all" {
  const { user } = useMe();
  const mayAll = useMay()("disposition-admin");
  const groups = useQuery({ ...listOf(workGroupRoutes.list), enabled: !mayAll });
  if (mayAll) return "all";
  return (groups.data ?? [])
    .filter(({ members }) => members.some(({ userId }) => userId === user.userId))
    .map(({ name }) => name);
}

function tell({ key, campaignId, campaignName, reason, reasonText }: GivenDisposition): void {
  if (campaignId === null) toastSuccess("Disposition given", key);
  else if (reason === null) toastSuccess("Disposition given", `${key}: entered ${campaignName ?? "its workflow"}`);
  else toastInfo("Disposition given", `${key}: did not enter ${campaignName ?? "its workflow"}, ${reasonText}`);
}
