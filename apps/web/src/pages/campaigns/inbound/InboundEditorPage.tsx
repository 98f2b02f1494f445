import { useQuery } from "@tanstack/react-query";
import { inboundWorkflowRoutes, routeTagRoutes, routeTestRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { routeTagOf } from "@trunkline/contract/routing/routeTag.ts";
import { drawInbound } from "@trunkline/workflow/inbound/drawing.ts";
import { readInbound } from "@trunkline/workflow/inbound/readInbound.ts";
import { useEffect, useState } from "react";
import { call, callOne } from "../../../api/call.ts";
import { useMe } from "../../../api/me.ts";
import { ErrorState } from "../../../ui/page/ErrorState.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import { usePathPart } from "../../../ui/page/usePathPart.ts";
import { EditorCrumbs, EditorWaiting, readOnce } from "../editor/EditorWaiting.tsx";
import { listSaved } from "../list/listSaved.ts";
import { readVersion } from "../versions/readVersion.ts";
import { InboundEditor, type LoadedInbound } from "./InboundEditor.tsx";
import { withNumbers } from "./withNumbers.ts";

/** The inbound workflow editor (spec 1 §2.5). Without a route tag it shows only the fixed nodes (readings, Inbound designer). */
export function InboundEditorPage() {
  const given = usePathPart("routeTag") ?? "";
  const routeTag = routeTagOf(given);
  const { accountSid } = useMe().account;
  const [address, setAddress] = useAddress();
  const version = readVersion(address["version"]);
  const [reading, setReading] = useState(0);
  const loaded = useQuery({
    queryKey: ["inbound editor", routeTag, version],
    queryFn: () => load(routeTag, accountSid, version),
    ...readOnce,
  });
  const isNewest = version !== undefined && version === loaded.data?.route?.tag.workflowUIVersion;
  useEffect(() => {
    if (isNewest) setAddress({ version: undefined });
  }, [isNewest, setAddress]);
  const reload = async () => {
    if (version !== undefined) return setAddress({ version: undefined });
    await loaded.refetch();
    setReading(reading + 1);
  };
  if (loaded.data !== undefined)
    return (
      <InboundEditor
        key={`${routeTag} ${loaded.data.version} ${reading}`}
        loaded={loaded.data}
        accountSid={accountSid}
        reload={() => void reload()}
        isReloading={loaded.isFetching}
      />
    );
  if (loaded.isError && !loaded.isFetching)
    return (
      <>
        <EditorCrumbs name={routeTag || undefined} />
        <ErrorState title="Error loading page." problem={loaded.error} retry={() => void loaded.refetch()} />
      </>
    );
  return <EditorWaiting words="Loading..." {...(routeTag !== "" && { name: routeTag })} />;
}

async function load(routeTag: string, accountSid: string, version: number | undefined): Promise<LoadedInbound> {
  if (routeTag === "") return { route: null, graph: drawInbound(readInbound(null)), tests: [], version: 0 };
  const params = { routeTag };
  const [tag, saved, destinations, tests] = await Promise.all([
    callOne(routeTagRoutes.find, { params }),
    call(inboundWorkflowRoutes.find, {
      params: { ...params, accountSid },
      query: version === undefined ? {} : { version },
    }),
    listSaved(routeTag),
    call(routeTestRoutes.list, { params }),
  ]);
  const drawn = drawInbound(readInbound(saved.payload[0]?.workflow ?? null));
  // numbers can be attached on other pages, so the server's list wins
  const graph = withNumbers(drawn, tag);
  const shown = saved.payload[0]?.workflowUIVersion ?? 0;
  return { route: { tag, destinations }, graph, tests: tests.payload, version: shown };
}
