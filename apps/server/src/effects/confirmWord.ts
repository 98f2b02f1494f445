import type { ReplyWord } from "@trunkline/workflow/parts/phone/optOutKeywords.ts";

/** What a contact hears back on STOP, START and HELP (telecom §5.2): one text, without any marketing. */
export function confirmationText(word: ReplyWord, brand: string, helpContact: string): string {
  const signed = brand === "" ? "" : `${brand}: `;
  if (word === "stop")
    return `${signed}You have successfully been unsubscribed. You will not receive any more messages from this number. Reply START to resubscribe.`;
  if (word === "start")
    return `${signed}You have successfully been re-subscribed to messages from this number. Reply HELP for help. Reply STOP to unsubscribe. Msg&Data rates may apply.`;
  const where = helpContact === "" ? "" : `For help contact ${helpContact}. `;
  return `${signed}${where}Msg&Data rates may apply. Reply STOP to cancel.`;
}
