import { useQuery } from "@tanstack/react-query";
import { draftingRoutes } from "@trunkline/contract/ai/drafting.ts";
import { useMay } from "./me.ts";
import { oneOf } from "./queries.ts";

/** The language model that the user may ask. Undefined while it is not known, or if there is none: nothing of it shows then. */
export function useModel(privilege: "workflow-edit" | "ivr-admin" = "workflow-edit"): { local: boolean } | undefined {
  const mayAsk = useMay()(privilege);
  const { data } = useQuery({
    ...oneOf(draftingRoutes.model),
    enabled: mayAsk,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return mayAsk && data?.available === true ? data : undefined;
}
