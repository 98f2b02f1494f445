import { useQueryClient } from "@tanstack/react-query";
import { authRoutes } from "@trunkline/contract/auth.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/toast.tsx";
import { useGo } from "../ui/useGo.ts";
import { call } from "./call.ts";

/** Ends the session, also of somebody who has not come in yet; what was read is forgotten. */
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
