import { later } from "../../../ui/page/lazyPart.tsx";
import type { SideTools } from "./useSideTools.ts";

// the engine is loaded with it, and only then (decision 0077)
const Tester = later(async () => (await import("../../../tester/Tester.tsx")).Tester);
const Describe = later(async () => (await import("../describe/DescribeOutbound.tsx")).DescribeOutbound);

/** The open tool next to the drawing. */
export function SidePart({ campaignId, tools }: { campaignId: string; tools: SideTools }) {
  if (tools.open === "tester") return <Tester campaignId={campaignId} wanted={tools.wanted} close={tools.close} />;
  if (tools.open !== "describe") return null;
  const { isLocal, first, setProposing, close } = tools;
  return <Describe campaignId={campaignId} isLocal={isLocal} first={first} setProposing={setProposing} close={close} />;
}
