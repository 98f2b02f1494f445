import { homeRoutes } from "@trunkline/contract/reports/home.ts";
import { call } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/page/toast.tsx";
import { useGo } from "../ui/page/useGo.ts";

/** Dismisses the checklist of the home page, and brings it back (decision 0091). */
export function useChecklist(): { dismiss: () => Promise<void>; restore: () => Promise<void> } {
  const refresh = useRefresh();
  const go = useGo();
  const save = async (dismissed: boolean): Promise<void> => {
    try {
      await call(homeRoutes.checklist, { body: { dismissed } });
      await refresh("/v4/home");
      go(paths.home, dismissed ? {} : { checklist: "yes" });
    } catch (problem) {
      toastError("Error saving the checklist", problem);
    }
  };
  return { dismiss: () => save(true), restore: () => save(false) };
}
