/** The values that fill the templates of a request. */
export interface RequestSource {
  read(name: string): string | undefined;
  /** Stays the same when the request is retried. */
  messageId: string;
  nowMs: number;
  /** The body of a webhook without a template, as JSON. */
  event: { type: string; timestamp: string; data: Record<string, string> };
}
