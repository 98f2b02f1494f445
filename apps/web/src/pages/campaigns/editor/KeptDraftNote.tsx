import { Button } from "@mantine/core";
import { formatTime } from "../../../ui/text/formatTime.ts";
import classes from "./Editor.module.css";
import type { useKeptDraft } from "./useKeptDraft.ts";

/** Says that unsaved changes are back, or offers those of another version. */
export function KeptDraftNote({ kept: { draft, restore, discard, close } }: { kept: ReturnType<typeof useKeptDraft> }) {
  if (draft === null) return null;
  const time = formatTime(new Date(draft.at).toISOString());
  return (
    <div className={classes["past"]} role="note">
      <span>
        {draft.isShown
          ? `Your unsaved changes from ${time} are back.`
          : `You have unsaved changes from ${time}, which are based on version ${draft.version}.`}
      </span>
      <span className={classes["spring"]} />
      {draft.isShown ? (
        <Button size="compact-sm" onClick={close}>
          Keep
        </Button>
      ) : (
        <Button size="compact-sm" onClick={restore}>
          Show them
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={discard}>
        Discard changes
      </Button>
    </div>
  );
}
