/** Searches runs by name: a part of the run's own name, or the workflows whose name matches. */
export interface RunSearch {
  text: string;
  campaignIds: readonly string[];
}
