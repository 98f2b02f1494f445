import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import type { Question } from "../ui/dialog/question.ts";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";

/** One thing that is taken away for good, in the words of its page. */
interface Removal {
  ask: Question;
  remove: () => Promise<unknown>;
  /** The notice of a good end: its title, and what is gone. */
  done: [title: string, what: string];
  /** The title of the notice of a bad one. */
  failed: string;
}

/** Asks, removes, says what came of it, and reads again what is stale: the lists whose calls begin with `stale`. */
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
