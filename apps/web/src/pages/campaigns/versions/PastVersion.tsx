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
  /** Opens the dialog of those who have to ask for approval. */
  ask?: (() => void) | undefined;
  /** Opens the newest version. */
  leave: () => void;
}

/** Notes that an older version is shown and offers to restore it. */
export function PastVersion({ of, version, newest, mayRestore, ask, leave }: Props) {
  const [isSaving, setSaving] = useState(false);
  const refresh = useRefresh();
  const restore = async () => {
    setSaving(true);
    try {
      const saved = await of.restore(version, newest);
      toastSuccess(of.titles.done, `Restored version ${version} as version ${saved}`);
      // reload before the newest version is shown
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
      <span>{`You are viewing version ${version} (read-only). ${of.newestIs(newest)}`}</span>
      <span className={classes["spring"]} />
      {mayRestore && (
        <Button size="compact-sm" loading={isSaving} onClick={() => (ask === undefined ? void restore() : ask())}>
          {ask === undefined ? "Restore as new version" : "Ask to restore"}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={leave}>
        Back to newest version
      </Button>
    </div>
  );
}
