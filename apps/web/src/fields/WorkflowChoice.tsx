import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { listOf } from "../api/queries.ts";
import { Choice } from "../ui/Choice.tsx";

interface Props {
  width: number;
  value: string | undefined;
  onChange: (campaignId: string | undefined) => void;
}

/** The filter of a list by one of the account's workflows. */
export function WorkflowChoice(props: Props) {
  const { data } = useQuery({ ...listOf(campaignRoutes.all), staleTime: 30_000 });
  const workflows = (data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }));
  return <Choice label="Workflow" none="All workflows" data={workflows} {...props} />;
}
