export const help =
  "Calls a webhook of event type `campaign_workflow_callback` and waits for its answer, including retries. The contact then follows the success or failure path.\n\nThe webhook's response mapping saves values in workflow variables. Create webhooks under [Webhooks](/webhooks).";
