/** The values for the templates of a request. */
export interface RequestSource {
  read(name: string): string | undefined;
  /** The same for every attempt. */
  messageId: string;
  nowMs: number;
  /** The body of a webhook without a template, as JSON. */
  event: { type: string; timestamp: string; data: Record<string, string> };
}
