import { authRoutes } from "@trunkline/contract/auth.ts";
import { phoneRoutes } from "@trunkline/contract/phone.ts";
import { call } from "../api/call.ts";
import { useSignOut } from "../api/useSignOut.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/toast.tsx";

/** Nothing rings for who is gone; that it could not be said is no reason to stay. */
const closePhone = (): Promise<unknown> =>
  call(phoneRoutes.open, { body: { open: false }, unasked: true }).catch(() => undefined);

/** Goes on in another account, or ends the session; what was read for the old one is forgotten. */
export function useSession() {
  const signOut = useSignOut();
  return {
    async switchTo(accountSid: string) {
      await closePhone();
      try {
        await call(authRoutes.switchAccount, { body: { accountSid } });
      } catch (problem) {
        return toastError("Error switching account", problem);
      }
      location.assign(paths.campaigns);
    },
    async signOut() {
      await closePhone();
      await signOut();
    },
  };
}
