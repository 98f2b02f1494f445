import { useMutation, useQueryClient } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { callOne, type Input } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

type Change = NonNullable<Input<typeof accountRoutes.update>["body"]>;

/** Saves some of the account's settings. `reason` says why the user may not. */
export function useSaveAccount() {
  const client = useQueryClient();
  const refresh = useRefresh();
  const may = useMay()("account-config-update");
  const save = useMutation({
    mutationFn: (body: Change) => callOne(accountRoutes.update, { body }),
    onSuccess: async (account) => {
      client.setQueryData(oneOf(accountRoutes.find).queryKey, account);
      await refresh("/auth/me", accountRoutes.configuration.path);
      toastSuccess("Settings saved");
    },
    onError: (problem) => toastError("Error saving settings", problem),
  });
  return { save: save.mutate, saving: save.isPending, reason: may ? undefined : notAllowed };
}
