/** North American area codes of other countries. +1 allows only the United States and Canada, because calls to these islands are a common toll fraud. */
const islands = new Set(
  "242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876".split(" "),
);

/** Prefixes of numbers with extra charges: premium, shared-cost, personal and satellite numbers. */
const premium = new RegExp(
  `^\\+(?:${[
    // North America
    "1900",
    "1...976",
    // satellites and international services
    "870|878|88[1238]|979",
    // United Kingdom, Ireland
    "44(?:9|84|87|70)|35315[0-9]{2}",
    // Germany, Austria, Switzerland
    "49(?:900|137|180|190)|43(?:9|810|820|821)|41(?:90|84)",
    // France, Spain, Italy, Portugal
    "338[129]|34(?:80[367]|90[125])|3989|3517(?:60|61|62)|35190",
    // Netherlands, Belgium, Poland
    "3190|3290|4870",
    // Australia, New Zealand, Japan
    "61(?:190|13)|640900|81(?:990|570)",
  ].join("|")})`,
);

/** Why the account does not send to a number. The default is only the US and Canada. Premium numbers are never allowed. */
export function destinationProblem(to: string, countryCodes: readonly string[]): string | null {
  const isOpen = countryCodes.some((code) => to.startsWith(code) && (code !== "+1" || !islands.has(to.slice(2, 5))));
  if (!isOpen) return "country_blocked";
  return premium.test(to) ? "premium_blocked" : null;
}
