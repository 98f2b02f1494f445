/** How the waits of a place ended: an agent queue, a work group or a live list. */
export interface WaitCounts {
  /** Answered within the target's seconds. */
  answeredInTime: number;
  answeredLate: number;
  /** The caller hung up within the seconds of a short abandon. */
  shortAbandoned: number;
  /** The caller hung up later. */
  abandoned: number;
  /** The call ended because no one answered, for instance after the longest wait. */
  unanswered: number;
  /** The caller was routed on without an answer, for instance to voicemail. A callback counts here. */
  released: number;
}

/** Which waits count in the service level besides the answered and the unanswered ones (decision 0097). */
export interface ServiceLevelSwitches {
  abandons: boolean;
  shortAbandons: boolean;
  released: boolean;
}

/** A share, with what it is a share of. */
interface Share {
  count: number;
  of: number;
  /** From 0 to 1. Null: there is nothing to divide by. */
  rate: number | null;
}

const share = (count: number, of: number): Share => ({ count, of, rate: of === 0 ? null : count / of });

/** The share of waits that were answered within the target. Callers who still wait do not count yet. */
export const serviceLevel = (waits: WaitCounts, counts: ServiceLevelSwitches): Share =>
  share(
    waits.answeredInTime,
    waits.answeredInTime +
      waits.answeredLate +
      waits.unanswered +
      (counts.abandons ? waits.abandoned : 0) +
      (counts.shortAbandons ? waits.shortAbandoned : 0) +
      (counts.released ? waits.released : 0),
  );

/** The share of callers who hung up while they waited. Short abandons count on both sides or on neither. */
export function abandonment(
  { answeredInTime, answeredLate, shortAbandoned, abandoned }: WaitCounts,
  { shortAbandons }: Pick<ServiceLevelSwitches, "shortAbandons">,
): Share {
  const gone = abandoned + (shortAbandons ? shortAbandoned : 0);
  return share(gone, answeredInTime + answeredLate + gone);
}
