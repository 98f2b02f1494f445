import classes from "../editor/Editor.module.css";

/** Explains why a drawing is read-only: a narrow screen or a missing privilege. */
export const ReadOnlyNote = ({ mayEdit }: { mayEdit: boolean }) => (
  <div className={classes["narrow"]} role="note">
    {mayEdit
      ? "Workflows are read-only on narrow screens. Use a wider screen to edit."
      : "You can view this workflow but not edit it. An administrator can change your privileges under Users."}
  </div>
);
