import { useMutation } from "@tanstack/react-query";
import type { User } from "@trunkline/contract/identity/user.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { handedOver } from "./handedOver.ts";

/** Creates an invitation. If it was mailed, shows a toast and closes the dialog; otherwise returns the link. */
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
