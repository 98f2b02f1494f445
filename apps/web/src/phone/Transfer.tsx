import { Button, Group, Select, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import { type FormEvent, useState } from "react";
import { listOf } from "../api/queries.ts";
import { messageOfFailure } from "../ui/page/toast.tsx";

type Kind = "number" | "workGroup" | "liveList" | "user";
/** Whom a call is transferred to, or who is asked first. */
export interface TransferTarget {
  kind: Kind;
  value: string;
}
const kinds = [
  { value: "number", label: "Phone number" },
  { value: "user", label: "User" },
  { value: "workGroup", label: "Work group" },
  { value: "liveList", label: "Live list" },
];

/** Transfers a caller to a number, a work group or a live list, or asks a number, a user or a work group first. */
export function Transfer({
  isSending,
  canConsult,
  transfer,
  consult,
}: {
  isSending: boolean;
  canConsult: boolean;
  transfer: (to: TransferTarget) => void;
  consult: (to: TransferTarget) => void;
}) {
  const [kind, setKind] = useState<Kind>("number");
  const [value, setValue] = useState("");
  const [isTried, setTried] = useState(false);
  const groups = useQuery({ ...listOf(workGroupRoutes.list), enabled: kind === "workGroup" });
  const lists = useQuery({ ...listOf(liveListRoutes.list), enabled: kind === "liveList" });
  const users = useQuery({ ...listOf(userRoutes.list), enabled: kind === "user" });
  const failed = { number: null, workGroup: groups.error, liveList: lists.error, user: users.error }[kind];
  const names = {
    number: [],
    workGroup: groups.data?.map(({ name }) => name),
    liveList: lists.data?.map(({ listName }) => listName),
    user: users.data
      ?.filter(({ state }) => state === "active")
      .map(({ userId, name, email }) => ({ value: userId, label: name ?? email })),
  }[kind];
  const error = isTried && value.trim() === "" ? "Transfer to is required" : undefined;
  const send = (by: (to: TransferTarget) => void) => {
    setTried(true);
    if (value.trim() !== "") by({ kind, value: value.trim() });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(kind === "user" ? consult : transfer);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} mt={12} align="flex-start">
        <Select
          aria-label="Transfer type"
          w={150}
          allowDeselect={false}
          data={kinds.filter((one) => canConsult || one.value !== "user")}
          value={kind}
          onChange={(next) => {
            setKind(next as Kind);
            setValue("");
            setTried(false);
          }}
        />
        {kind === "number" ? (
          <TextInput
            aria-label="Transfer to"
            placeholder="+12025550123"
            value={value}
            error={error}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
        ) : (
          <Select
            aria-label="Transfer to"
            placeholder={failed ? messageOfFailure(failed) : names?.length === 0 ? "None yet" : "Choose"}
            aria-busy={names === undefined && !failed ? true : undefined}
            searchable
            data={names ?? []}
            value={value || null}
            error={error}
            onChange={(next) => setValue(next ?? "")}
          />
        )}
        {kind === "user" ? null : (
          <Button type="submit" loading={isSending}>
            Transfer call
          </Button>
        )}
        {canConsult && kind !== "liveList" ? (
          <Button variant="default" loading={isSending} onClick={() => send(consult)}>
            Ask first
          </Button>
        ) : null}
      </Group>
      {canConsult ? null : (
        <Text size="xs" c="dimmed" mt={6}>
          You can't ask someone first on calls of this number, because its carrier can't join a third person.
        </Text>
      )}
    </form>
  );
}
