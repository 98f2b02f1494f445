import { useMutation } from "@tanstack/react-query";
import { dispositionRoutes, type GivenDisposition } from "@trunkline/contract/dispositions/disposition.ts";
import { callOne } from "../api/call.ts";
import { useRefresh } from "../api/queries.ts";
import { messageOfFailure, toastError, toastInfo, toastSuccess } from "../ui/page/toast.tsx";

/** What a disposition is saved for. */
export interface GiveSubject {
  contactId: string;
  /** The call that the disposition is for. */
  callId?: string;
  /** The queue entry that the disposition is for. */
  holdId?: string;
}

/** Saves a disposition, and says what it started. */
export function useGive({ contactId, callId, holdId }: GiveSubject, onSaved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ key, note }: { key: string; note?: string }) =>
      callOne(dispositionRoutes.give, {
        params: { contactId },
        body: { key, ...(callId && { callId }), ...(holdId && { holdId }), ...(note && { note }) },
      }),
    onSuccess: (given) => {
      notify(given);
      onSaved();
    },
    onError: (problem) => toastError(messageOfFailure(problem), ""),
    onSettled: () => refresh("/v4/contact/", "/v4/dnc/", "/v4/campaign/status/"),
  });
}

function notify({ key, campaignId, campaignName, reason, reasonText }: GivenDisposition): void {
  if (campaignId === null) toastSuccess("Disposition saved", key);
  else if (reason === null)
    toastSuccess("Disposition saved", `${key}. The contact entered ${campaignName ?? "its workflow"}.`);
  else
    toastInfo(
      "Disposition saved",
      `${key}. The contact did not enter ${campaignName ?? "its workflow"}: ${reasonText}`,
    );
}
