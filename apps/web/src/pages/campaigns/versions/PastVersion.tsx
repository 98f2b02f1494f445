import { Button } from "@mantine/core";
import { useState } from "react";
import { useRefresh } from "../../../api/queries.ts";
import { toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import classes from "../editor/Editor.module.css";
import type { Versioned } from "./versioned.ts";

interface Props {
  of: Versioned;
  version: number;
  newest: number;
  mayRestore: boolean;
  /** Shows the newest version. */
  leave: () => void;
}

/** Says that what is seen is not what runs, and offers to make it so again. */
export function PastVersion({ of, version, newest, mayRestore, leave }: Props) {
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const restore = async () => {
    setSaving(true);
    try {
      const saved = await of.restore(version, newest);
      toastSuccess(of.titles.done, `Restored version ${version} as version ${saved}`);
      // what is shown next must know of the new version
      await refresh(...of.stale);
      leave();
    } catch (problem) {
      toastError(of.titles.failed, problem);
    } finally {
      setSaving(false);
    }
  };
  return (
    <div className={classes["past"]} role="note">
      <span>{`This is version ${version}, to be read. ${of.newestIs(newest)}`}</span>
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
