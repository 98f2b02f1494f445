import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Answer, QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import type { Egress } from "../egress/egress.ts";
import type { EmailUrls } from "../email/emailProviders.ts";
import type { SmtpPool } from "../email/smtpPool.ts";
import type { LanguageModel } from "../models/openModel.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Database } from "../store/database.ts";

/** What an effect is performed with: its requester, and the clients of services outside. */
export interface EffectContext {
  db: Database;
  accountId: string;
  /** The same for every attempt. A receiver recognises repeats by it. */
  effectId: string;
  batchId: string | null;
  campaignId: string | null;
  journeyId: string | null;
  contactId: string | null;
  node: number | null;
  /** The number of this attempt, from 1. An attempt that ended with its worker does not count. */
  attempt: number;
  /** The HTTP client for addresses that users enter. */
  egress: Egress;
  secrets: Secrets;
  /** Null: none is configured. */
  model: LanguageModel | null;
  emailUrls: EmailUrls;
  /** Connections to mail servers of accounts. */
  smtp: SmtpPool;
  /** The look-up service of the installation; null if the operator has set none. */
  lookup: LookupKeys | null;
  /** The address that others see, without a slash at its end. */
  publicUrl: string;
  /** Aborted when its time has run out, or the program stops and the effect is repeatable. */
  signal: AbortSignal;
}

/** Not now: the effect is queued again and tried after a pause, which costs no worker anything. */
export interface Postponed {
  postponeMs: number;
}

/**
 * Performs one kind of effect. One file each in this folder, listed in `performers.ts`. What it throws is a failed effect
 * with the error as its reason; an expected failure is an answer.
 */
export interface Performer<E extends QueuedEffect = QueuedEffect> {
  do: E["do"];
  /** Doing it twice does no harm: after a worker's death it is tried again. Otherwise it is in doubt and never repeated. */
  repeatable: boolean;
  timeoutMs: number;
  perform(effect: E, context: EffectContext): Promise<Answer | Postponed>;
}
