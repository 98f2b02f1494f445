import classes from "../editor/Editor.module.css";

/** Why a drawing can be read, not changed: the screen is narrow, or the privilege is missing. */
export const ReadOnlyNote = ({ mayEdit }: { mayEdit: boolean }) => (
  <div className={classes["narrow"]} role="note">
    {mayEdit
      ? "On a screen this narrow a workflow can be read, not changed. Open it on a wider one to edit it."
      : "You may read this workflow, not change it. An administrator can grant the privilege under Users."}
  </div>
);
