import { useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { dispositionRoutes, type GivenOn, whyNotChosen } from "@trunkline/contract/dispositions/disposition.ts";
import { useMay, useMe } from "../api/me.ts";
import { listOf } from "../api/queries.ts";

/** The dispositions that the user can choose, with the query that loads them. */
export function useOffered(on: GivenOn) {
  const dispositions = useQuery(listOf(dispositionRoutes.list));
  const groups = useMyGroups();
  const offered = (dispositions.data ?? []).filter((one) => whyNotChosen(one, on, groups) === undefined);
  return { dispositions, offered };
}

/** The work groups whose dispositions the user can choose: all of them with the disposition-admin privilege. */
function useMyGroups(): readonly string[] | "all" {
  const { user } = useMe();
  const mayAll = useMay()("disposition-admin");
  const groups = useQuery({ ...listOf(workGroupRoutes.list), enabled: !mayAll });
  if (mayAll) return "all";
  return (groups.data ?? [])
    .filter(({ members }) => members.some(({ userId }) => userId === user.userId))
    .map(({ name }) => name);
}
