import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { Me } from "@trunkline/contract/identity/auth.ts";
import { meQuery } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { useAddress } from "../../ui/page/useAddress.ts";

/** The page to open after signing in: the requested one, if it is one of ours. */
export const nextOf = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith(paths.login) ? next : paths.home;

/** Opens the requested page after a sign-in. */
export function useFinishSignIn(): (me: Me) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [{ next }] = useAddress();
  return (me) => {
    client.clear();
    client.setQueryData(meQuery.queryKey, me);
    void navigate({ href: nextOf(next) });
  };
}
