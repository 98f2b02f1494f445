/** Why the account does not send to a number: US and Canada unless it says otherwise; 900 and 976 cost whoever sends to them. */
export function destinationProblem(to: string, countryCodes: readonly string[]): string | null {
  if (!countryCodes.some((code) => to.startsWith(code))) return "country_blocked";
  return /^\+1(?:900|...976)/.test(to) ? "premium_blocked" : null;
}
