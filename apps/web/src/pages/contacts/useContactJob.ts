import { type ContactJobAction, contactJobRoutes } from "@trunkline/contract/contacts/contactJob.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import type { Selection } from "./useMatching.ts";

interface Confirmation {
  /** "Archive 12,345 contacts?" */
  ask: string;
  consequence: string;
  confirm: string;
  destructive: boolean;
}

const confirmationOf = (action: ContactJobAction, count: number): Confirmation => {
  const contacts = `${formatCount(count)} ${count === 1 ? "contact" : "contacts"}`;
  if (action === "archive")
    return {
      ask: `Archive ${contacts}?`,
      consequence:
        "Archived contacts cannot enter new runs and are hidden from lists. Current runs continue. You can unarchive them at any time.",
      confirm: "Archive",
      destructive: true,
    };
  if (action === "unarchive")
    return {
      ask: `Unarchive ${contacts}?`,
      consequence: "They appear in lists and can enter runs again.",
      confirm: "Unarchive",
      destructive: false,
    };
  return {
    ask: `Stop contacting ${contacts}?`,
    consequence:
      "Their numbers are added to your do-not-contact list for texts, RCS and calls. Queued messages to them are not sent. You can remove numbers from the list one by one.",
    confirm: "Add to do-not-contact list",
    destructive: true,
  };
};

/** Starts a bulk job after a confirmation that names the number of contacts. */
export function useContactJob() {
  const refresh = useRefresh();
  return async (
    action: ContactJobAction,
    selection: Selection & { contactIds?: string[] },
    count: number,
    done: () => void,
  ): Promise<void> => {
    const { ask, ...rest } = confirmationOf(action, count);
    if (!(await confirm({ title: ask, ...rest }))) return;
    try {
      await callOne(contactJobRoutes.create, { body: { action, selection } });
      done();
      await refresh(contactJobRoutes.list.path);
    } catch (problem) {
      toastError("Error updating contacts", problem);
    }
  };
}
