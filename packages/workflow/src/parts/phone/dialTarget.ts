/** `sip:name@host` (spec 2 §5.2: 'Must be a valid SIP address or e164 phone number'). */
export const isSip = (text: string): boolean =>
  /^sips?:[^\s@:;<>"]+(?::[^\s@]*)?@(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:;[^\s<>"]*)?$/i.test(
    text.trim(),
  );

/** E.164: a plus sign and up to fifteen digits. */
export const isE164 = (text: string): boolean => /^\+[1-9]\d{6,14}$/.test(text);
