import { type Assumptions, dryRunRoutes } from "@trunkline/contract/runs/dryRun.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { paths } from "../../paths.ts";
import { toastError } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { type RunForm, runBody } from "./runRequest.ts";

/** What a dry run knows besides the form: its start time, the drawing that is not saved, and what is assumed. */
interface Extra {
  at?: string;
  workflow?: string;
  assumptions?: Assumptions;
}

/** Starts a dry run for the contacts of a run form. `open` also shows its page. */
export function useDryRun() {
  const go = useGo();
  const [isStarting, setStarting] = useState(false);
  const start = async (campaignId: string, form: RunForm, extra: Extra = {}): Promise<string | undefined> => {
    const { displayName: _, start: _1, ...run } = runBody(form);
    setStarting(true);
    try {
      const made = await callOne(dryRunRoutes.create, { params: { campaignId }, body: { ...run, ...extra } });
      return paths.dryRun(campaignId, made.dryRunId);
    } catch (problem) {
      toastError("Could not start the dry run", problem);
      return undefined;
    } finally {
      setStarting(false);
    }
  };
  const open = async (...args: Parameters<typeof start>): Promise<void> => {
    const path = await start(...args);
    if (path !== undefined) go(path);
  };
  return { start, open, isStarting };
}
