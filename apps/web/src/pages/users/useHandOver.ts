import { useMutation } from "@tanstack/react-query";
import type { User } from "@trunkline/contract/identity/user.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { handedOver } from "./handedOver.ts";

/** Makes an invitation: one that was mailed is told of and closes its dialog; otherwise there is a link, to be shown once. */
export function useHandOver({ call, failed, close }: { call: () => Promise<User>; failed: string; close: () => void }) {
  const refresh = useRefresh();
  const invitation = useMutation({
    mutationFn: call,
    onSuccess: async (made) => {
      await refresh("/v4/user/");
      const handed = handedOver(made);
      if ("link" in handed) return;
      toastSuccess(handed.sent);
      close();
    },
    onError: (problem) => toastError(failed, problem),
  });
  const handed = invitation.data && handedOver(invitation.data);
  return {
    link: handed && "link" in handed ? handed : undefined,
    make: () => invitation.mutate(),
    isBusy: invitation.isPending,
  };
}
