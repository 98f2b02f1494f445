/** What a carrier knows of a number; what it does not know is left out (telecom §1.7). */
export interface CarrierFacts {
  /** Whose line it is. */
  company?: string;
  wireless?: boolean;
  /** The network that carries it, by name or by its country and network code. */
  network?: string;
  /** mobile, landline, fixedVoip, nonFixedVoip, tollFree … */
  type?: string;
  city?: string;
  state?: string;
  country?: string;
  zip?: string;
}

/** Somebody who can be asked about numbers. */
export interface NumberLookup {
  name: string;
  /** What is known of an E.164 number; null: there is no such number. Throws when nobody answers. */
  lookUp(phone: string, signal: AbortSignal): Promise<CarrierFacts | null>;
}
