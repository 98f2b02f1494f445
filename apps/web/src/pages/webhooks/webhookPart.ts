import type { WebhookDraft } from "./webhookDraft.ts";

/** What every part of the form needs. */
export interface WebhookPartProps {
  draft: WebhookDraft;
  set: (change: Partial<WebhookDraft>) => void;
  disabled: boolean;
  /** Problems to show now, by field. */
  shown: Partial<Record<keyof WebhookDraft, string>>;
  /** A field whose empty value is allowed but useless. Undefined until the user has left it. */
  hint: (field: keyof WebhookDraft) => string | undefined;
  /** The user left a field. */
  leave: (field: keyof WebhookDraft) => void;
}
