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
  /** The call that the disposition is for. */
  callId?: string;
  /** The queue entry that the disposition is for. */
  holdId?: string;
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
      notify(given);
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

/** The work groups whose dispositions the user can choose: all of them with the disposition-admin privilege. */
function useMyGroups(): readonly string[] | "all" {
  const { user } = useMe();
  const mayAll = useMay()("disposition-admin");
  const groups = useQuery({ ...listOf(workGroupRoutes.list), enabled: !mayAll });
  if (mayAll) return "all";
  return (groups.data ?? [])
    .filter(({ members }) => members.some(({ userId }) => userId === user.userId))
    .map(({ name }) => name);
}

function notify({ key, campaignId, campaignName, reason, reasonText }: GivenDisposition): void {
  if (campaignId === null) toastSuccess("Disposition saved", key);
  else if (reason === null)
    toastSuccess("Disposition saved", `${key}. The contact entered ${campaignName ?? "its workflow"}.`);
  else
    toastInfo(
      "Disposition saved",
      `${key}. The contact did not enter ${campaignName ?? "its workflow"}: ${reasonText}`,
    );
}
