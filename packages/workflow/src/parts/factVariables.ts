/** Facts about a phone number. Unknown facts are left out. */
export interface NumberFacts {
  /** ISO code. */
  country?: string;
  /** The state, province or territory. An area code that spans several has them separated by commas. */
  state?: string;
  /** IANA zones, separated by commas. */
  timezone?: string;
  /** The line type as lookup services name it: mobile, landline, tollFree … (telecom §1.7). */
  type?: string;
  /** `true` or `false`. */
  wireless?: string;
  /** The operator of the line. */
  company?: string;
  /** The carrying network. */
  network?: string;
  city?: string;
  zip?: string;
}

const factNames = ["company", "wireless", "network", "city", "state", "country", "zip", "type", "timezone"] as const;

/** Variables that a lookup can fill: those of spec 2 §2.1 and two of ours. */
export const factVariables: readonly string[] = factNames.map((name) => `phonenumber1.${name}`);

/** Facts as workflow variables. */
export const factsAsVariables = (facts: NumberFacts): Record<string, string> =>
  Object.fromEntries(
    factNames.flatMap((name) => (facts[name] === undefined ? [] : [[`phonenumber1.${name}`, facts[name]]])),
  );
