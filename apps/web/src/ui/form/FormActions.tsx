import { Button } from "@mantine/core";
import { keepFocus } from "../page/keepFocus.ts";
import { PathLink } from "../page/PathLink.tsx";
import classes from "./FormActions.module.css";
import { ReasonButton } from "./ReasonButton.tsx";

/** The sticky Save and Cancel buttons of a form. */
export function FormActions({
  save = "Save",
  saving,
  reason,
  cancelTo,
  cancelSearch,
}: {
  save?: string;
  saving: boolean;
  reason?: string | undefined;
  cancelTo?: string;
  /** The query of that path. */
  cancelSearch?: Readonly<Record<string, string>>;
}) {
  return (
    <div className={classes["actions"]}>
      <ReasonButton type="submit" onMouseDown={keepFocus} loading={saving} reason={reason}>
        {save}
      </ReasonButton>
      {cancelTo ? (
        <Button
          variant="default"
          onMouseDown={keepFocus}
          component={PathLink}
          to={cancelTo}
          {...(cancelSearch && { search: cancelSearch })}
        >
          Cancel
        </Button>
      ) : null}
    </div>
  );
}
