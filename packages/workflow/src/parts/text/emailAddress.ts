/** Whether a text can be an e-mail address: one @ with something before it and a host after it. Mail servers check the rest. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:]+@[^\s@<>"(),;:.]+(?:\.[^\s@<>"(),;:.]+)*$/.test(text);

/** Whether a form accepts it: an address, or a text with variables. */
export const mayBeEmailAddress = (text: string): boolean => text.includes("${") || isEmailAddress(text.trim());
