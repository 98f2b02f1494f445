import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { oneOf } from "../../api/queries.ts";
import { type RunForm, runBody } from "./runRequest.ts";

/** The query of a run's estimate, as the form describes it now. */
export function forecastOf(campaignId: string, form: RunForm, at: string | undefined) {
  const { displayName: _name, start: _start, ...run } = runBody(form);
  return oneOf(batchRoutes.forecast, {
    params: { campaignId },
    body: { ...run, ...(at !== undefined && { at }) },
  });
}
