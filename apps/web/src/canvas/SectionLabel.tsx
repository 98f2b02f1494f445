import classes from "./panels.module.css";

export const sectionLabelId = "current-section";

/** The label of the section selector (spec 2 §2.1). */
export const SectionLabel = () => (
  <span id={sectionLabelId} className={classes["sectionLabel"]}>
    Current Section
  </span>
);
