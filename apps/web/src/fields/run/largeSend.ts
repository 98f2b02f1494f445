/** Runs for more contacts ask for their number before they start. */
export const largeSend = 5_000;

/** Whether the user typed the number of contacts, with or without separators. */
export const isTypedBack = (typed: string, contacts: number): boolean =>
  /^\d[\d\s.,]*$/.test(typed.trim()) && Number(typed.replace(/[\s.,]/g, "")) === contacts;
