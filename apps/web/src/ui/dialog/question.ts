import type { ReactNode } from "react";

/** The content of a confirmation. */
export interface Question {
  /** Names the thing: "Delete 3 templates?" */
  title: string;
  /** Says the consequence: "2 workflows use them and will stop running." */
  consequence: ReactNode;
  /** The label of the confirm button. */
  confirm: string;
  cancel?: string;
  /** False if nothing is lost. */
  destructive?: boolean;
}
