import { useQuery } from "@tanstack/react-query";
import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { useMay } from "./me.ts";
import { oneOf } from "./queries.ts";

/** The language model that the user may ask. Undefined while it is not known, or if there is none: nothing of it shows then. */
export function useModel(): { local: boolean } | undefined {
  const mayEdit = useMay()("workflow-edit");
  const { data } = useQuery({
    ...oneOf(draftingRoutes.model),
    enabled: mayEdit,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return data?.available === true ? data : undefined;
}
