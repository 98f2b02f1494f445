import { Button, Menu } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { agentReasonRoutes } from "@trunkline/contract/agents/agentReason.ts";
import { callOne, type Input } from "../api/call.ts";
import { notAllowed, useMay } from "../api/me.ts";
import { listOf, oneOf, useRefresh } from "../api/queries.ts";
import { toastError } from "../ui/page/toast.tsx";
import type { PhoneState } from "./usePhone.ts";

type Choice = NonNullable<Input<typeof agentRoutes.update>["body"]>;

/** What an agent is, in a word: available, or why they are away. */
export const nameOfPresence = ({ status, reason }: Pick<PhoneState, "status" | "reason">): string =>
  status === "available" ? "Available" : (reason?.name ?? "Away");

/** The menu of the user's availability: available, or away with one of the account's reasons (decision 0100). */
export function Presence({ isBusy = false }: { isBusy?: boolean }) {
  const agent = useQuery(oneOf(agentRoutes.find));
  const may = useMay()("inbox-use");
  const reasons = useQuery(listOf(agentReasonRoutes.list));
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: (body: Choice) => callOne(agentRoutes.update, { body }),
    onError: (problem) => toastError("Error changing your availability", problem),
    onSettled: () => refresh("/v4/agent/"),
  });
  if (!agent.data) return null;
  const { status, reason } = agent.data;
  const now = nameOfPresence(agent.data);
  const offered = (reasons.data ?? []).filter(({ archived }) => !archived);
  const isNow = (reasonId: string | null) => status === "away" && (reason?.reasonId ?? null) === reasonId;
  const item = (label: string, isChosen: boolean, body: Choice) => (
    <Menu.Item
      key={label}
      aria-current={isChosen}
      rightSection={isChosen ? <IconCheck size={16} aria-hidden /> : null}
      onClick={() => save.mutate(body)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={save.isPending}
          disabled={!may}
          title={may ? undefined : notAllowed}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Your availability: ${now}`}
        >
          {isBusy && status === "away" ? `After this call: ${now}` : now}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item("Available", status === "available", { status: "available" })}
        <Menu.Label>Away</Menu.Label>
        {offered.map(({ reasonId, name }) => item(name, isNow(reasonId), { status: "away", reasonId }))}
        {item("Away without a reason", isNow(null), { status: "away" })}
      </Menu.Dropdown>
    </Menu>
  );
}
