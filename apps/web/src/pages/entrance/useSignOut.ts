import { useQueryClient } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/auth.ts";
import { call } from "../../api/call.ts";
import { paths } from "../../paths.ts";
import { toastError } from "../../ui/toast.tsx";
import { useGo } from "../../ui/useGo.ts";

/** Signs somebody out who has not come in yet. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const go = useGo();
  return async () => {
    try {
      await call(authRoutes.signOut);
    } catch (problem) {
      return toastError("Error signing out", problem);
    }
    client.clear();
    go(paths.login);
  };
}
