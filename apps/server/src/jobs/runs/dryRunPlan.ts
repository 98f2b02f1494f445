import type { Assumptions } from "@trunkline/contract/runs/dryRun.ts";
import type { CampaignSettings } from "../../store/workflows/campaign.ts";

/** What a dry run plays. */
export interface DryRunPlan {
  drawn: { definition: string; settings: CampaignSettings };
  assumptions: Assumptions;
  startMs: number;
  periodMs: number;
}

/** A contact's journey is left after so many steps: a workflow may go round for years. */
export const mostStepsEach = 500;
