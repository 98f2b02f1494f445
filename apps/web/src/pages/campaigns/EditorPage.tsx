import { Skeleton, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { useEffect, useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { paths } from "../../paths.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { useAddress } from "../../ui/useAddress.ts";
import classes from "./Editor.module.css";
import { Editor } from "./Editor.tsx";
import { readVersion } from "./readVersion.ts";

/** An editor works on what it loaded: nothing is read again behind its back, and nothing old is taken from memory. */
const once = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 } as const;

/** The outbound workflow editor (spec 2 §2.1): campaign and workflow are loaded separately (spec 2 §4.2). */
export function EditorPage() {
  const { campaignId } = useParams({ strict: false }) as { campaignId: string };
  const [address, setAddress] = useAddress();
  const version = readVersion(address["version"]);
  const [reading, setReading] = useState(0);
  const params = { campaignId };
  const campaign = useQuery({
    queryKey: ["editor campaign", campaignId],
    queryFn: () => callOne(campaignRoutes.find, { params }),
    ...once,
  });
  const workflow = useQuery({
    queryKey: ["editor workflow", campaignId, version],
    queryFn: async () =>
      (await call(campaignRoutes.workflow, { params, query: version === undefined ? {} : { version } })).payload[0] ??
      null,
    ...once,
    // the version before stays until the other one is here, and where both are the same nothing is drawn anew
    placeholderData: keepPreviousData,
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
    setAddress({ version: undefined });
    await Promise.all([campaign.refetch(), ...(version === undefined ? [workflow.refetch()] : [])]);
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
  const crumbs = <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: "Workflow" }]} />;
  if ((workflow.isError && !workflow.isFetching) || (campaign.isError && !campaign.isFetching)) {
    const failed = [
      { title: "Failed to load workflow", problem: workflow.error },
      { title: "Failed to load campaign", problem: campaign.error },
    ].filter(({ problem }) => problem !== null);
    return (
      <>
        {crumbs}
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
  return (
    <div className={classes["editor"]} aria-busy>
      {crumbs}
      <div className={classes["bar"]}>
        <Skeleton height={16} width={180} />
        <Text size="sm" c="dimmed" role="status">
          Loading
        </Text>
      </div>
      <div className={classes["waiting"]}>
        <Skeleton height={64} width={220} radius={8} />
        <Skeleton height={64} width={220} radius={8} />
        <Skeleton height={64} width={220} radius={8} />
      </div>
    </div>
  );
}
