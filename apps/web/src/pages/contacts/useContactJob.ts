import { type ContactJobAction, contactJobRoutes } from "@trunkline/contract/contacts/contactJob.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import type { Selection } from "./useMatching.ts";

interface Words {
  /** "Archive 12,345 contacts?" */
  ask: string;
  consequence: string;
  confirm: string;
  destructive: boolean;
}

const wordsOf = (action: ContactJobAction, count: number): Words => {
  const contacts = `${formatCount(count)} ${count === 1 ? "contact" : "contacts"}`;
  if (action === "archive")
    return {
      ask: `Archive ${contacts}?`,
      consequence:
        "Archived contacts enter no run and leave the lists; runs that they are in go on. Their history stays, and they can be brought back.",
      confirm: "Archive",
      destructive: true,
    };
  if (action === "unarchive")
    return {
      ask: `Bring ${contacts} back?`,
      consequence: "They enter runs and lists again.",
      confirm: "Bring back",
      destructive: false,
    };
  return {
    ask: `Stop contacting ${contacts}?`,
    consequence:
      "Their numbers go on the account's do-not-contact list for texts, RCS and calls, and what waits to be sent to them is not sent. They can be taken off the list one by one.",
    confirm: "Add to do not contact",
    destructive: true,
  };
};

/** Starts work on all contacts that a filter picks, after a question that names their number. */
export function useContactJob() {
  const refresh = useRefresh();
  return async (
    action: ContactJobAction,
    selection: Selection & { contactIds?: string[] },
    count: number,
    done: () => void,
  ): Promise<void> => {
    const { ask, ...words } = wordsOf(action, count);
    if (!(await confirm({ title: ask, ...words }))) return;
    try {
      await callOne(contactJobRoutes.create, { body: { action, selection } });
      done();
      await refresh(contactJobRoutes.list.path);
    } catch (problem) {
      toastError("Error changing contacts", problem);
    }
  };
}
