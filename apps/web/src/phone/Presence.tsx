import { Button } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { callOne } from "../api/call.ts";
import { notAllowed, useMay } from "../api/me.ts";
import { oneOf, useRefresh } from "../api/queries.ts";
import { later, overThePage } from "../ui/page/lazyPart.tsx";
import { toastError } from "../ui/page/toast.tsx";
import { usePopup } from "../ui/tip/usePopup.ts";
import type { PresenceChoice } from "./PresenceMenu.tsx";
import type { PhoneState } from "./usePhone.ts";

const loadMenu = () => import("./PresenceMenu.tsx");
const PresenceMenu = later(async () => (await loadMenu()).PresenceMenu, { frame: overThePage });

/** What an agent is, in a word: available, or why they are away. */
export const nameOfPresence = ({ status, reason }: Pick<PhoneState, "status" | "reason">): string =>
  status === "available" ? "Available" : (reason?.name ?? "Away");

/** The user's availability, with a menu that changes it: available, or away with one of the account's reasons (decision 0100). */
export function Presence({ isBusy = false }: { isBusy?: boolean }) {
  const { button, popup } = usePopup(loadMenu, "menu");
  const agent = useQuery(oneOf(agentRoutes.find));
  const may = useMay()("inbox-use");
  const refresh = useRefresh();
  const save = useMutation({
    mutationFn: (body: PresenceChoice) => callOne(agentRoutes.update, { body }),
    onError: (problem) => toastError("Error changing your availability", problem),
    onSettled: () => refresh("/v4/agent/"),
  });
  if (!agent.data) return null;
  const { status } = agent.data;
  const now = nameOfPresence(agent.data);
  return (
    <>
      <Button
        {...button}
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
      {popup && <PresenceMenu popup={popup} agent={agent.data} save={save.mutate} />}
    </>
  );
}
