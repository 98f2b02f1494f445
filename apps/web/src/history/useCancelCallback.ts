import { IconPhoneOff } from "@tabler/icons-react";
import { type QueueCallback, queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import { call } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";
import type { RowAction } from "../ui/table/RowActions.tsx";
import { nameOfCallback } from "./callbackColumns.tsx";

/** What can be done with a callback in a list. */
export function useCancelCallback(): (row: QueueCallback) => RowAction[] {
  const refresh = useRefresh();
  const cancel = async (row: QueueCallback): Promise<void> => {
    const isSure = await confirm({
      title: `Cancel the ${nameOfCallback(row)}?`,
      consequence: "The caller is not called back.",
      confirm: "Cancel callback",
    });
    if (!isSure) return;
    try {
      await call(queueCallbackRoutes.cancel, { params: { callbackId: row.callbackId } });
      toastSuccess("Callback canceled");
    } catch (problem) {
      toastError("Error canceling the callback", problem);
    }
    await refresh(queueCallbackRoutes.list.path);
  };
  return (row) => [
    {
      label: "Cancel",
      icon: IconPhoneOff,
      run: () => void cancel(row),
      destructive: true,
      disabled: row.state === "waiting" ? undefined : "Only a callback that waits can be canceled.",
    },
  ];
}
