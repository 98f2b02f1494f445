import { Button } from "@mantine/core";
import { formatTime } from "../../../ui/text/formatTime.ts";
import classes from "./Editor.module.css";
import type { KeptDraft, useKeptDraft } from "./useKeptDraft.ts";

/** Says that unsaved changes are back, or offers those of another version. */
export function KeptDraftNote({ kept: { draft, restore, discard, close } }: { kept: ReturnType<typeof useKeptDraft> }) {
  if (draft === null) return null;
  return (
    <div className={classes["past"]} role="note">
      <span>{wordsOf(draft)}</span>
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

function wordsOf({ at, version, isShown, isElsewhere, isOlder }: KeptDraft): string {
  const time = formatTime(new Date(at).toISOString());
  const where = isElsewhere ? ", made in another browser," : "";
  if (isShown) return `Your unsaved changes from ${time}${where} are back.`;
  return isOlder
    ? `You have unsaved changes from ${time}${where || ","} which are based on version ${version}.`
    : `You have other unsaved changes from ${time}, made in another browser.`;
}
