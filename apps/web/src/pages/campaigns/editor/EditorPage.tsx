import { useQuery } from "@tanstack/react-query";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { campaignVersionRoutes } from "@trunkline/contract/workflows/campaignVersion.ts";
import { readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { useEffect, useState } from "react";
import { call, callOne } from "../../../api/call.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { readVersion } from "../versions/readVersion.ts";
import { Editor } from "./Editor.tsx";
import { EditorCrumbs, EditorWaiting, readOnce } from "./EditorWaiting.tsx";

/** The outbound workflow editor (spec 2 §2.1): campaign and workflow are loaded separately (spec 2 §4.2). */
export function EditorPage() {
  const campaignId = usePathPart("campaignId") ?? "";
  const [address, setAddress] = useAddress();
  const version = readVersion(address["version"]);
  const [reading, setReading] = useState(0);
  const params = { campaignId };
  const campaign = useQuery({
    // reloaded with each version, because it says which one is the newest
    queryKey: ["editor campaign", campaignId, version],
    queryFn: () => callOne(campaignRoutes.find, { params }),
    ...readOnce,
  });
  const workflow = useQuery({
    queryKey: ["editor workflow", campaignId, version],
    queryFn: async () => {
      const query = version === undefined ? {} : { version };
      const found = (await call(campaignVersionRoutes.workflow, { params, query })).payload[0] ?? null;
      // throws for an unreadable workflow, and the page shows the error
      readGraph(found?.workflow ?? null, {});
      return found;
    },
    ...readOnce,
  });
  const reload = () => {
    if (campaign.isError) void campaign.refetch();
    if (workflow.isError) void workflow.refetch();
  };
  const isNewest = version !== undefined && version === campaign.data?.workflowVersion;
  useEffect(() => {
    if (isNewest) setAddress({ version: undefined });
  }, [isNewest, setAddress]);
  const loadNewest = async () => {
    if (version !== undefined) return setAddress({ version: undefined });
    await Promise.all([campaign.refetch(), workflow.refetch()]);
    setReading(reading + 1);
  };
  if (campaign.data !== undefined && workflow.data !== undefined) {
    return (
      <Editor
        key={`${campaignId} ${workflow.data?.version} ${reading}`}
        campaign={campaign.data}
        workflow={workflow.data}
        loadNewest={() => void loadNewest()}
      />
    );
  }
  if ((workflow.isError && !workflow.isFetching) || (campaign.isError && !campaign.isFetching)) {
    const failed = [
      { title: "Failed to load workflow", problem: workflow.error },
      { title: "Failed to load campaign", problem: campaign.error },
    ].filter(({ problem }) => problem !== null);
    return (
      <>
        <EditorCrumbs />
        {failed.map(({ title, problem }, index) => (
          <ErrorState
            key={title}
            title={title}
            problem={problem}
            {...(index === failed.length - 1 && { retry: reload, retryLabel: "Reload Workflow" })}
          />
        ))}
      </>
    );
  }
  return <EditorWaiting words="Loading" />;
}
