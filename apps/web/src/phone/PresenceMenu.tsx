import { Menu } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { agentReasonRoutes } from "@trunkline/contract/agents/agentReason.ts";
import type { Input, Item } from "../api/call.ts";
import { listOf } from "../api/queries.ts";
import { PopMenu } from "../ui/tip/PopMenu.tsx";
import type { PopupState } from "../ui/tip/usePopup.ts";

export type PresenceChoice = NonNullable<Input<typeof agentRoutes.update>["body"]>;

interface Props {
  popup: PopupState;
  agent: Item<typeof agentRoutes.find>;
  save: (choice: PresenceChoice) => void;
}

/** Offers "Available" and the account's reasons to be away. */
export function PresenceMenu({ popup, agent: { status, reason }, save }: Props) {
  const reasons = useQuery(listOf(agentReasonRoutes.list));
  const offered = (reasons.data ?? []).filter(({ archived }) => !archived);
  const isNow = (reasonId: string | null) => status === "away" && (reason?.reasonId ?? null) === reasonId;
  const item = (label: string, isChosen: boolean, choice: PresenceChoice) => (
    <Menu.Item
      key={label}
      aria-current={isChosen}
      rightSection={isChosen ? <IconCheck size={16} aria-hidden /> : null}
      onClick={() => save(choice)}
    >
      {label}
    </Menu.Item>
  );
  return (
    <PopMenu {...popup} look={{ position: "bottom-end", width: 220, shadow: "md" }}>
      {item("Available", status === "available", { status: "available" })}
      <Menu.Label>Away</Menu.Label>
      {offered.map(({ reasonId, name }) => item(name, isNow(reasonId), { status: "away", reasonId }))}
      {item("Away without a reason", isNow(null), { status: "away" })}
    </PopMenu>
  );
}
