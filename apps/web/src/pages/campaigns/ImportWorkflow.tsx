import { Button, FileButton } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { useRef, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { toastError, toastInfo, toastSuccess } from "../../ui/toast.tsx";

/** Makes a workflow from a bundle: workflow, templates and settings in one file (decisions, Calls for our own pages). */
export function ImportWorkflow({ disabled }: { disabled: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const importFile = async (file: File | null) => {
    if (file === null) return;
    setBusy(true);
    try {
      const body = readBundle(await file.text());
      const made = await callOne(campaignRoutes.import, { body });
      await refresh("/v4/");
      toastSuccess("Created workflow", made.campaignName);
      if (made.missing.length > 0) toastInfo("Not found in this account", made.missing.join(", "));
      if (made.added.length > 0) toastInfo("Added to this account", made.added.join(", "));
      if (made.renamed.length > 0) toastInfo("Renamed, because the name was taken", made.renamed.join(", "));
      await navigate({ to: paths.editCampaign(made.campaignId) as never });
    } catch (problem) {
      toastError("Error creating workflow", problem);
    } finally {
      setBusy(false);
      reset.current?.();
    }
  };
  return (
    <FileButton onChange={importFile} accept="application/json,.json" resetRef={reset}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileImport size={16} />}
          loading={isBusy}
          disabled={disabled}
          title={disabled ? notAllowed : "Make a workflow from a file that was exported here"}
        >
          Import
        </Button>
      )}
    </FileButton>
  );
}

function readBundle(text: string): Record<string, unknown> {
  const bundle: unknown = (() => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  })();
  if (typeof bundle !== "object" || bundle === null || Array.isArray(bundle))
    throw new Error("The file is not a workflow bundle: it does not hold a JSON object.");
  return bundle as Record<string, unknown>;
}
