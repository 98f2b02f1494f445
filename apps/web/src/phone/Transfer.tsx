import { Button, Group, Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { type FormEvent, useState } from "react";
import { listOf } from "../api/queries.ts";
import { messageOfFailure } from "../ui/page/toast.tsx";

type Kind = "number" | "workGroup" | "liveList";
const kinds = [
  { value: "number", label: "Phone number" },
  { value: "workGroup", label: "Work group" },
  { value: "liveList", label: "Live list" },
];

/** Transfers a caller to a number, a work group or a live list. */
export function Transfer({
  isSending,
  transfer,
}: {
  isSending: boolean;
  transfer: (to: { kind: Kind; value: string }) => void;
}) {
  const [kind, setKind] = useState<Kind>("number");
  const [value, setValue] = useState("");
  const [isTried, setTried] = useState(false);
  const groups = useQuery({ ...listOf(workGroupRoutes.list), enabled: kind === "workGroup" });
  const lists = useQuery({ ...listOf(liveListRoutes.list), enabled: kind === "liveList" });
  const failed = (kind === "workGroup" ? groups : lists).error;
  const names =
    kind === "workGroup" ? groups.data?.map(({ name }) => name) : lists.data?.map(({ listName }) => listName);
  const error = isTried && value.trim() === "" ? "Transfer to is required" : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (value.trim() !== "") transfer({ kind, value: value.trim() });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group gap={8} mt={12} align="flex-start">
        <Select
          aria-label="Transfer type"
          w={150}
          allowDeselect={false}
          data={kinds}
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
        <Button type="submit" loading={isSending}>
          Transfer call
        </Button>
      </Group>
    </form>
  );
}
