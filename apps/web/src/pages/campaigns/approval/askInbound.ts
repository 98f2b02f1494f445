import { approvalRoutes } from "@trunkline/contract/workflows/approval.ts";
import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";
import { callOne } from "../../../api/call.ts";
import { type RouteBasis, removeTests } from "../inbound/saveRoute.ts";

/** Asks for approval of an inbound drawing. Removed route tests are removed first, as in a save. */
export async function askInbound(graph: InboundGraph, basis: RouteBasis, note: string): Promise<void> {
  const { routeTag, version: basedOn } = basis;
  await removeTests(basis);
  const body = { workflow: JSON.stringify(writeInbound(graph)), basedOn, note };
  await callOne(approvalRoutes.askInbound, { params: { routeTag }, body });
}
