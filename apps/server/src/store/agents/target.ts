/** The service level that a queue, work group or live list is to reach (decision 0097). */
export interface Target {
  /** So many percent of calls, */
  targetPercent: number;
  /** answered within so many seconds. */
  targetSeconds: number;
}

/** A target as it is written. What is left out stays as it is. */
export type TargetDraft = { [Field in keyof Target]?: Target[Field] | undefined };

/** Target of a place that was never changed, as the database has it. */
export const defaultTarget: Target = { targetPercent: 80, targetSeconds: 20 };
