import { useQuery } from "@tanstack/react-query";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { Choice } from "../../ui/form/Choice.tsx";

interface Props {
  width: number;
  value: string | undefined;
  onChange: (campaignId: string | undefined) => void;
  /** The placeholder without a chosen workflow. */
  none?: string;
  /** Shown before the value. */
  prefix?: string | undefined;
}

/** The filter of a list by one of the account's workflows. */
export function WorkflowChoice(props: Props) {
  const { data } = useQuery({ ...newestWorkflows, staleTime: 30_000 });
  const workflows = (data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }));
  return <Choice label="Workflow" none="All workflows" data={workflows} {...props} />;
}
