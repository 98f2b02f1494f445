import { IconPhone, IconPhoneOff } from "@tabler/icons-react";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { type QueueCallback, queueCallbackRoutes } from "@trunkline/contract/agents/queueCallback.ts";
import { call, callOne } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { confirm } from "../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../ui/page/toast.tsx";
import type { RowAction } from "../ui/table/RowActions.tsx";
import { nameOfCallback } from "./callbackColumns.tsx";

/** What can be done with a callback in a list. */
export function useCallbackActions(): (row: QueueCallback) => RowAction[] {
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
  const callNow = async ({ pickCallId }: QueueCallback): Promise<void> => {
    if (pickCallId === null) return;
    try {
      await callOne(phoneRoutes.pick, { body: { callId: pickCallId } });
    } catch (problem) {
      toastError("Error calling back", problem);
    }
    await refresh(queueCallbackRoutes.list.path, phoneRoutes.find.path);
  };
  return (row) => [
    {
      label: "Call",
      icon: IconPhone,
      run: () => void callNow(row),
      disabled: whyNotCalled(row),
    },
    {
      label: "Cancel",
      icon: IconPhoneOff,
      run: () => void cancel(row),
      destructive: true,
      disabled: row.state === "waiting" ? undefined : "Only a callback that waits can be canceled.",
    },
  ];
}

function whyNotCalled({ state, pickCallId, kind }: QueueCallback): string | undefined {
  if (pickCallId !== null) return undefined;
  if (state !== "waiting") return "Only a callback that waits can be called.";
  return `It waits for its next attempt, or you are not in its ${kind === "workGroup" ? "work group" : "live list"}.`;
}
