/** A carrier's facts about a number. Unknown facts are left out (telecom §1.7). */
export interface CarrierFacts {
  /** The operator of the line. */
  company?: string;
  wireless?: boolean;
  /** The carrying network, by name or by its country and network code. */
  network?: string;
  /** mobile, landline, fixedVoip, nonFixedVoip, tollFree … */
  type?: string;
  city?: string;
  state?: string;
  country?: string;
  zip?: string;
}

/** A lookup service. */
export interface NumberLookup {
  name: string;
  /** Facts about an E.164 number, or null if it does not exist. Throws when the service does not answer. */
  lookUp(phone: string, signal: AbortSignal): Promise<CarrierFacts | null>;
}
