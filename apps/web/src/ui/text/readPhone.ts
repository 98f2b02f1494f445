/** Reads a typed number as E.164. Undefined if it is not a number. */
export function readPhone(text: string): string | undefined {
  const digits = text.replace(/[^\d]/g, "");
  if (text.trim().startsWith("+") && digits.length >= 8 && digits.length <= 15) return `+${digits}`;
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `+${digits}` : undefined;
}
