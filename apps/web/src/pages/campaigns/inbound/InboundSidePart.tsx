import type { RouteTest } from "@trunkline/contract/routing/inboundRoute.ts";
import type { RouteNow } from "@trunkline/workflow/inbound/askRoute.ts";
import { PanelFrame } from "../../../canvas/PanelSkeleton.tsx";
import { PanelWaiting } from "../../../canvas/PanelWaiting.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import type { SideTools } from "../editor/useSideTools.ts";

/** Loaded with the first call or text that is tried out. */
export const loadTester = () => import("../../../tester/inbound/InboundTester.tsx");
const InboundTester = later(async () => (await loadTester()).InboundTester, {
  shape: <PanelWaiting />,
  frame: (words) => <PanelFrame>{words}</PanelFrame>,
});
const Describe = later(async () => (await import("../describe/DescribeInbound.tsx")).DescribeInbound);

interface Props {
  tools: SideTools;
  /** Null before the workflow has a name. */
  routeTag: string | null;
  destinations: RouteNow["destinations"];
  tests: readonly RouteTest[];
  readOnly: boolean;
  keep: (test: RouteTest) => void;
  remove: (testId: string) => void;
}

/** The open tool next to the drawing of an inbound workflow. */
export function InboundSidePart({ tools, tests, readOnly, remove, ...route }: Props) {
  const { open, isLocal, first, setProposing, close } = tools;
  if (open === "tester")
    return <InboundTester {...route} tests={tests} readOnly={readOnly} remove={remove} close={close} />;
  if (open !== "describe") return null;
  return <Describe {...route} isLocal={isLocal} first={first} setProposing={setProposing} close={close} />;
}
