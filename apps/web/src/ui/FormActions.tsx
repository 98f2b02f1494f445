import { Button } from "@mantine/core";
import classes from "./FormActions.module.css";
import { keepFocus } from "./keepFocus.ts";
import { PathLink } from "./PathLink.tsx";
import { ReasonButton } from "./ReasonButton.tsx";

/** Save and Cancel under a form; they stay in reach while it scrolls. */
export function FormActions({
  save = "Save",
  saving,
  reason,
  cancelTo,
}: {
  save?: string;
  saving: boolean;
  reason?: string | undefined;
  cancelTo?: string;
}) {
  return (
    <div className={classes["actions"]}>
      <ReasonButton type="submit" onMouseDown={keepFocus} loading={saving} reason={reason}>
        {save}
      </ReasonButton>
      {cancelTo ? (
        <Button variant="default" onMouseDown={keepFocus} component={PathLink} to={cancelTo}>
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
