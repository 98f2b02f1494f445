import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import {
  inboundWorkflowRoutes,
  routeTagOf,
  routeTagRoutes,
  routeTestRoutes,
} from "@trunkline/contract/inboundRoute.ts";
import { drawInbound, drawnNode } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { useState } from "react";
import { call, callOne } from "../../api/call.ts";
import { useMe } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { Crumbs } from "../../ui/Crumbs.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import classes from "./Editor.module.css";
import { InboundEditor, type LoadedInbound } from "./InboundEditor.tsx";
import { listSaved } from "./saveRoute.ts";

/** The inbound workflow editor (spec 1 §2.5); without a route tag it opens on the fixed nodes (decisions, Inbound designer). */
export function InboundEditorPage() {
  const { routeTag: given = "" } = useParams({ strict: false }) as { routeTag?: string };
  const routeTag = routeTagOf(given);
  const { accountSid } = useMe().account;
  const [reading, setReading] = useState(0);
  const loaded = useQuery({
    queryKey: ["inbound editor", routeTag],
    queryFn: () => load(routeTag, accountSid),
    // an editor works on what it loaded: nothing is read again behind its back
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, retry: 1 },
  });
  const reload = async () => {
    await loaded.refetch();
    setReading(reading + 1);
  };
  if (loaded.data !== undefined)
    return (
      <InboundEditor
        key={`${routeTag} ${reading}`}
        loaded={loaded.data}
        accountSid={accountSid}
        reload={() => void reload()}
        isReloading={loaded.isFetching}
      />
    );
  const crumbs = <Crumbs crumbs={[{ label: "Workflows", to: paths.campaigns }, { label: routeTag || "Workflow" }]} />;
  if (loaded.isError && !loaded.isFetching)
    return (
      <>
        {crumbs}
        <ErrorState title="Error loading page." problem={loaded.error} retry={() => void loaded.refetch()} />
      </>
    );
  return (
    <div className={classes["editor"]} aria-busy>
      {crumbs}
      <div className={classes["bar"]}>
        <Skeleton height={16} width={180} />
        <Text size="sm" c="dimmed" role="status">
          Loading...
        </Text>
      </div>
      <div className={classes["waiting"]}>
        <Skeleton height={64} width={220} radius={8} />
        <Skeleton height={64} width={220} radius={8} />
      </div>
    </div>
  );
}

async function load(routeTag: string, accountSid: string): Promise<LoadedInbound> {
  if (routeTag === "") return { route: null, graph: drawInbound(readInbound(null)), tests: [] };
  const params = { routeTag };
  const [tag, saved, destinations, tests] = await Promise.all([
    callOne(routeTagRoutes.find, { params }),
    call(inboundWorkflowRoutes.find, { params: { ...params, accountSid } }),
    listSaved(routeTag),
    call(routeTestRoutes.list, { params }),
  ]);
  const drawn = drawInbound(readInbound(saved.payload[0]?.workflow ?? null));
  // other pages attach numbers as well: what the server says of them holds
  const graph = withNumbers(
    drawn,
    tag.numbers,
    tag.numberRouteTags.map(({ numberSetId }) => numberSetId),
  );
  return { route: { tag, destinations }, graph, tests: tests.payload };
}

function withNumbers(graph: Graph, selectedNumber: string[], selectedNumberSet: string[]): Graph {
  const start = drawnNode(graph, "start");
  if (start === undefined) return graph;
  const draft = { ...start.draft, selectedNumber, selectedNumberSet };
  return { ...graph, nodes: new Map(graph.nodes).set(start.id, { ...start, draft }) };
}
