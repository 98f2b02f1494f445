/** Whether a text can be an e-mail address: one @, something before it, a host behind it. Mail servers judge the rest. */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>"(),;:]+@[^\s@<>"(),;:.]+(?:\.[^\s@<>"(),;:.]+)*$/.test(text);

/** As a form takes it: an address, or a text whose variables make one for each contact. */
export const mayBeEmailAddress = (text: string): boolean => text.includes("${") || isEmailAddress(text.trim());
