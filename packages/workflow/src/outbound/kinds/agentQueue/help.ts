export const help =
  "Holds the contact in a queue until an agent answers on the page [Agent Queues](/agent-queues), the wait expires, or someone closes the queue.\n\n`nodeX.queue` tells how the wait ended: `taken`, `timeout` (the workflow's window closed), `expired` (the fixed time is over) or `closed`. Use a Condition to branch on it. `nodeX.agent` is the agent's name.";
