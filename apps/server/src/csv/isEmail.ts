const form = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/;

/** Whether a text has the form of an e-mail address. */
export const isEmail = (text: string): boolean => form.test(text);
