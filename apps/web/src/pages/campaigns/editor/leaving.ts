/** The prompt before unsaved changes are lost (spec 1 §2.5, spec 2 §2.1). */
export const leaving = "Make sure to save any changes to your workflow before leaving!";
