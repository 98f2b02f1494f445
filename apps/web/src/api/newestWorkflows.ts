import { type Campaign, campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { listOf } from "./queries.ts";

const reversed = (workflows: Campaign[]): Campaign[] => workflows.toReversed();

/** Outbound workflows, newest first. The endpoint returns them oldest first (spec 2 §7.1). */
export const newestWorkflows = { ...listOf(campaignRoutes.all), select: reversed };
