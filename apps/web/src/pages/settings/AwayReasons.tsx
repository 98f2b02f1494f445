import { Button, Group, Skeleton, Switch, Text, TextInput } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconArrowDown, IconArrowUp, IconPencil } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AgentReason, agentReasonRoutes } from "@trunkline/contract/agents/agentReason.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { messageOfFailure, toastError } from "../../ui/page/toast.tsx";
import { RowActions } from "../../ui/table/RowActions.tsx";
import classes from "./AwayReasons.module.css";

const { path } = agentReasonRoutes.list;

/** The reasons that agents choose when they are away, in their order. */
export function AwayReasons() {
  const reasons = useQuery(listOf(agentReasonRoutes.list));
  const withheld = useMay()("account-config-update") ? undefined : notAllowed;
  const [isArchiveOpen, setArchiveOpen] = useState(false);
  if (reasons.isError && !reasons.data)
    return <ErrorState title="Error loading reasons" problem={reasons.error} retry={() => reasons.refetch()} />;
  if (!reasons.data) return <Skeleton height={120} aria-busy role="status" aria-label="Loading" />;
  const current = reasons.data.filter(({ archived }) => !archived);
  const archived = reasons.data.filter((reason) => reason.archived);
  return (
    <>
      <Text size="sm" c="dimmed">
        Agents choose one on their phone. Calls don't ring while they are away.
      </Text>
      {current.length === 0 ? (
        <Text size="sm" mt={12}>
          No reasons yet. Agents can only be away without one.
        </Text>
      ) : (
        <ul className={classes["reasons"]} aria-label="Reasons">
          {current.map((reason, place) => (
            <Reason key={reason.reasonId} reason={reason} order={current} place={place} withheld={withheld} />
          ))}
        </ul>
      )}
      <NewReason withheld={withheld} />
      {archived.length > 0 ? (
        <>
          <Button
            mt={8}
            size="compact-sm"
            variant="subtle"
            aria-expanded={isArchiveOpen}
            onClick={() => setArchiveOpen(!isArchiveOpen)}
          >
            {isArchiveOpen ? "Hide archived reasons" : `Show archived reasons (${archived.length})`}
          </Button>
          {isArchiveOpen ? (
            <ul className={classes["reasons"]} aria-label="Archived reasons">
              {archived.map((reason) => (
                <Archived key={reason.reasonId} reason={reason} withheld={withheld} />
              ))}
            </ul>
          ) : null}
        </>
      ) : null}
    </>
  );
}

interface Change {
  name?: string;
  isWork?: boolean;
  archived?: boolean;
}

function useChange({ reasonId }: AgentReason) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Change) => callOne(agentReasonRoutes.update, { params: { reasonId }, body }),
    onError: (problem) => toastError("Error saving the reason", problem),
    onSettled: () => refresh("/v4/agent/"),
  });
}

function Reason({
  reason,
  order,
  place,
  withheld,
}: {
  reason: AgentReason;
  order: readonly AgentReason[];
  place: number;
  withheld: string | undefined;
}) {
  const [isNaming, setNaming] = useState(false);
  const refresh = useRefresh();
  const change = useChange(reason);
  const sort = useMutation({
    mutationFn: (to: number) => {
      const ids = order.map(({ reasonId }) => reasonId).filter((id) => id !== reason.reasonId);
      return callOne(agentReasonRoutes.order, { body: { reasonIds: ids.toSpliced(to, 0, reason.reasonId) } });
    },
    onError: (problem) => toastError("Error changing the order", problem),
    onSettled: () => refresh(path),
  });
  if (isNaming) return <Naming reason={reason} close={() => setNaming(false)} />;
  const isLast = place === order.length - 1;
  return (
    <li>
      <strong>{reason.name}</strong>
      <Switch
        label="Counts as work"
        aria-label={`${reason.name} counts as work`}
        checked={reason.isWork}
        disabled={withheld !== undefined}
        onChange={(event) => change.mutate({ isWork: event.currentTarget.checked })}
      />
      <RowActions
        of={reason.name}
        actions={[
          {
            label: "Move up",
            icon: IconArrowUp,
            disabled: withheld ?? (place === 0 ? "This is the first reason." : undefined),
            run: () => sort.mutate(place - 1),
          },
          {
            label: "Move down",
            icon: IconArrowDown,
            disabled: withheld ?? (isLast ? "This is the last reason." : undefined),
            run: () => sort.mutate(place + 1),
          },
          { label: "Rename", icon: IconPencil, disabled: withheld, run: () => setNaming(true) },
          { label: "Archive", icon: IconArchive, disabled: withheld, run: () => change.mutate({ archived: true }) },
        ]}
      />
    </li>
  );
}

function Naming({ reason, close }: { reason: AgentReason; close: () => void }) {
  const [name, setName] = useState(reason.name);
  const change = useChange(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ name }, { onSuccess: close });
  };
  return (
    <li>
      <form onSubmit={submit} noValidate className={classes["naming"]}>
        <TextInput
          aria-label={`New name of ${reason.name}`}
          maxLength={40}
          // the field replaces the button that was pressed
          autoFocus
          value={name}
          error={change.error ? messageOfFailure(change.error) : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={change.isPending}>
          Save
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </form>
    </li>
  );
}

function Archived({ reason, withheld }: { reason: AgentReason; withheld: string | undefined }) {
  const change = useChange(reason);
  return (
    <li>
      <span>{reason.name}</span>
      <RowActions
        of={reason.name}
        actions={[
          {
            label: "Restore",
            icon: IconArchiveOff,
            disabled: withheld,
            busy: change.isPending,
            run: () => change.mutate({ archived: false }),
          },
        ]}
      />
    </li>
  );
}

function NewReason({ withheld }: { withheld: string | undefined }) {
  const [name, setName] = useState("");
  const refresh = useRefresh();
  const add = useMutation({
    mutationFn: () => callOne(agentReasonRoutes.create, { body: { name } }),
    onSuccess: () => setName(""),
    onSettled: () => refresh(path),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} mt={12} align="flex-end">
        <TextInput
          label="New reason"
          placeholder="Meeting"
          maxLength={40}
          disabled={withheld !== undefined}
          value={name}
          error={add.error ? messageOfFailure(add.error) : undefined}
          onChange={(event) => {
            add.reset();
            setName(event.currentTarget.value);
          }}
        />
        <ReasonButton type="submit" variant="default" loading={add.isPending} reason={withheld}>
          Add reason
        </ReasonButton>
      </Group>
    </form>
  );
}
