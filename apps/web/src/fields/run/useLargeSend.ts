import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toastError } from "../../ui/page/toast.tsx";
import { forecastOf } from "./forecastOf.ts";
import { largeSend } from "./largeSend.ts";
import type { RunForm } from "./runRequest.ts";

/** Starts a run at once, or asks for the number of contacts before a large one. */
export function useLargeSend() {
  const client = useQueryClient();
  const [isCounting, setCounting] = useState(false);
  const [asked, setAsked] = useState<{ contacts: number; start: () => void }>();
  const ask = async (campaignId: string, form: RunForm, at: string | undefined, start: () => void): Promise<void> => {
    setCounting(true);
    try {
      const { enrolled } = await client.fetchQuery({ ...forecastOf(campaignId, form, at), staleTime: 30_000 });
      if (enrolled > largeSend) setAsked({ contacts: enrolled, start });
      else start();
    } catch (problem) {
      toastError("There was an error creating runner batch", problem);
    } finally {
      setCounting(false);
    }
  };
  const cancel = () => setAsked(undefined);
  return {
    ask,
    isCounting,
    /** What the question shows; undefined when nothing is asked. */
    asked: asked && {
      contacts: asked.contacts,
      cancel,
      start: () => {
        cancel();
        asked.start();
      },
    },
  };
}
