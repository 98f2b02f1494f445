import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { stopsOf } from "./stopsOf.ts";

/** Deletes an RCS message or agent after naming the workflows that will stop. */
export function useDeleteRcs(
  what: "message" | "agent",
  path: string,
  remove: (name: string) => Promise<unknown>,
): (name: string, usedBy: Parameters<typeof stopsOf>[0]) => Promise<void> {
  const refresh = useRefresh();
  return async (name, usedBy) => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      consequence: stopsOf(usedBy),
      confirm: `Delete ${what}`,
    });
    if (!isSure) return;
    try {
      await remove(name);
      toastSuccess(`RCS ${what} deleted`, name);
    } catch (problem) {
      toastError(`Error deleting RCS ${what}`, problem);
    }
    await refresh(path);
  };
}
