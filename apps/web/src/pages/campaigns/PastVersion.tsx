import { Button } from "@mantine/core";
import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import classes from "./Editor.module.css";

interface Props {
  campaignId: string;
  version: number;
  newest: number;
  mayRestore: boolean;
  /** Shows the newest version. */
  leave: () => void;
}

/** Says that what is seen is not what runs, and offers to make it so again. */
export function PastVersion({ campaignId, version, newest, mayRestore, leave }: Props) {
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const restore = async () => {
    setSaving(true);
    try {
      const params = { campaignId, version };
      const saved = await callOne(campaignRoutes.restore, { params, body: { basedOn: newest } });
      toastSuccess("Workflow edited successfully", `Restored version ${version} as version ${saved.version}`);
      void refresh("/v4/campaign/");
      leave();
    } catch (problem) {
      toastError("There was an error saving the workflow", problem);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={classes["past"]} role="note">
      <span>{`This is version ${version}, to be read. New runs use version ${newest}.`}</span>
      <span className={classes["spring"]} />
      {mayRestore && (
        <Button size="compact-sm" loading={isSaving} onClick={() => void restore()}>
          Restore as new version
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={leave}>
        Back to the newest
      </Button>
    </div>
  );
}
