import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { listOf } from "../../api/queries.ts";

/** The runs of one workflow alone; it stands in the address. */
export function WorkflowFilter({
  campaignId,
  change,
}: {
  campaignId: string | undefined;
  change: (values: Record<string, string | undefined>) => void;
}) {
  const campaigns = useQuery({ ...listOf(campaignRoutes.all), staleTime: 30_000 });
  return (
    <Select
      size="xs"
      w={200}
      aria-label="Workflow"
      placeholder="All workflows"
      clearable
      searchable
      clearButtonProps={{ "aria-label": "All workflows" }}
      data={(campaigns.data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }))}
      value={campaignId ?? null}
      onChange={(value) => change({ campaignId: value ?? undefined })}
    />
  );
}
