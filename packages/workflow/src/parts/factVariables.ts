/** What is known of a phone number; what is not known is left out. */
export interface NumberFacts {
  /** Two letters. */
  country?: string;
  /** The state, province or territory, by its letters; several are joined by commas, as an area code may span them. */
  state?: string;
  /** IANA zones joined by commas. */
  timezone?: string;
  /** The kind of line, as carriers' look-ups call it: mobile, landline, tollFree … (telecom §1.7). */
  type?: string;
  /** `true` or `false`. */
  wireless?: string;
  /** Whose line it is. */
  company?: string;
  /** The network that carries it. */
  network?: string;
  city?: string;
  zip?: string;
}

const factNames = ["company", "wireless", "network", "city", "state", "country", "zip", "type", "timezone"] as const;

/** The variables that a look-up may fill: those of spec 2 §2.1, and two of ours. */
export const factVariables: readonly string[] = factNames.map((name) => `phonenumber1.${name}`);

/** Facts as workflow variables. */
export const factsAsVariables = (facts: NumberFacts): Record<string, string> =>
  Object.fromEntries(
    factNames.flatMap((name) => (facts[name] === undefined ? [] : [[`phonenumber1.${name}`, facts[name]]])),
  );
