/** A voice of the product. */
export interface LineVoice {
  /** As Google calls it, such as `en-US-Standard-C`. */
  code: string;
  /** BCP 47. */
  language: string;
}

/** The provider's name for a voice (telecom §1.5). Null: it does not have it. */
export const voiceName = ({ code }: LineVoice): string | null =>
  /-(Standard|Wavenet|Neural2)-[A-Z]$/.test(code) ? `Google.${code}` : null;
