import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/question.ts";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";

/** A deletion and the texts that its page shows. */
interface Removal {
  ask: Question;
  remove: () => Promise<unknown>;
  /** The toast after success: its title and the name of the deleted thing. */
  done: [title: string, what: string];
  /** The title of the toast after a failure. */
  failed: string;
}

/** Deletes after a confirmation, shows the outcome, and reloads the queries whose path starts with `stale`. */
export function useRemoveOne(stale: string): (removal: Removal) => Promise<void> {
  const refresh = useRefresh();
  return async ({ ask, remove, done, failed }) => {
    if (!(await confirm(ask))) return;
    try {
      await remove();
      toastSuccess(...done);
    } catch (problem) {
      toastError(failed, problem);
    }
    await refresh(stale);
  };
}
