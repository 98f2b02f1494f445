import { type User, userRoutes } from "@trunkline/contract/identity/user.ts";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

/** Removes a user or withdraws an invitation after a confirmation. Resolves to whether it was done. */
export function useRemoveUser(): (user: User) => Promise<boolean> {
  const refresh = useRefresh();
  return async ({ userId, name, email, state }) => {
    const isInvited = state === "invited";
    const isSure = await confirm({
      title: isInvited ? `Withdraw the invitation of ${email}?` : `Remove ${name ?? email}?`,
      consequence: isInvited
        ? "Their link will stop working."
        : "They are signed out of this account immediately. Everything they created stays.",
      confirm: isInvited ? "Withdraw" : "Remove user",
    });
    if (!isSure) return false;
    let isDone = true;
    try {
      await call(userRoutes.remove, { params: { userId } });
      toastSuccess(isInvited ? "Invitation withdrawn" : "User removed", name ?? email);
    } catch (problem) {
      isDone = false;
      toastError("Error removing user", problem);
    }
    await refresh("/v4/user/");
    return isDone;
  };
}
