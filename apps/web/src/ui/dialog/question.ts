import type { ReactNode } from "react";

/** What a confirmation asks. */
export interface Question {
  /** Names the thing: "Delete 3 templates?" */
  title: string;
  /** Says the consequence: "2 workflows use them and will stop running." */
  consequence: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  cancel?: string;
  /** False where nothing is lost. */
  destructive?: boolean;
}
