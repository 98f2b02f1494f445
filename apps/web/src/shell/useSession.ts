import { useRouter } from "@tanstack/react-router";
import { phoneRoutes } from "@trunkline/contract/agents/phone.ts";
import { authRoutes } from "@trunkline/contract/identity/auth.ts";
import { useSignOut } from "../actions/useSignOut.ts";
import { announceAccount } from "../api/accountOfPage.ts";
import { call } from "../api/call.ts";
import { paths } from "../paths.ts";
import { toastError } from "../ui/page/toast.tsx";

/** Closes the phone at sign-out. A failure must not prevent the sign-out. */
const closePhone = (): Promise<unknown> =>
  call(phoneRoutes.open, { body: { open: false }, unasked: true }).catch(() => undefined);

async function isSwitched(accountSid: string): Promise<boolean> {
  try {
    await call(authRoutes.switchAccount, { body: { accountSid } });
  } catch (problem) {
    toastError("Error switching account", problem);
    return false;
  }
  announceAccount();
  return true;
}

/** Switches accounts or signs out. Reloads the page so that no data of the old account remains. */
export function useSession() {
  const signOut = useSignOut();
  const router = useRouter();
  return {
    async switchTo(accountSid: string) {
      // ask about unsaved changes while they can still be saved
      await router.navigate({ to: paths.home });
      if (router.state.location.pathname !== paths.home) return;
      await closePhone();
      if (await isSwitched(accountSid)) location.assign(paths.home);
    },
    async switchBack(accountSid: string) {
      if (await isSwitched(accountSid)) location.reload();
    },
    reload: () => location.assign(paths.home),
    async signOut() {
      await closePhone();
      await signOut();
    },
  };
}
