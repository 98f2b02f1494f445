import { useQueryClient } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { call } from "../api/call.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/page/toast.tsx";
import { useGo } from "../ui/page/useGo.ts";

/** Ends the session, also one that still waits for the second factor, and clears the query cache. */
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
