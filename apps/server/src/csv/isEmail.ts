const form = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Whether a text is an e-mail address, as far as its shape tells. */
export const isEmail = (text: string): boolean => form.test(text);
