export const help =
  "Lets this many contacts through per minute, across all runs of the workflow. The others wait and continue in the order they arrived.\n\nExample: 60 before an SMS Send keeps replies at a pace that a small team can answer.";
