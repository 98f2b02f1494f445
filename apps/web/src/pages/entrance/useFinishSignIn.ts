import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Me } from "@trunkline/contract/identity/auth.ts";
import { meQuery } from "../../api/me.ts";
import { paths } from "../../paths.ts";

/** Where somebody goes after signing in: the address they wanted, when it is one of ours. */
export const nextOf = (next: string | undefined): string =>
  next !== undefined && /^\/(?![/\\])/.test(next) && !next.startsWith(paths.login) ? next : paths.campaigns;

/** Takes somebody who has just signed in to where they wanted to go. */
export function useFinishSignIn(): (me: Me) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { next } = useSearch({ strict: false }) as { next?: string };
  return (me) => {
    client.clear();
    client.setQueryData(meQuery.queryKey, me);
    void navigate({ href: nextOf(next) } as never);
  };
}
