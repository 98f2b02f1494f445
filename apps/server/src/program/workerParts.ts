import type { SessionCarrier } from "@trunkline/carriers/carrier.ts";
import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import type { LookupKeys } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import type { Performer } from "../effects/performer.ts";
import type { Egress } from "../egress/egress.ts";
import type { EmailUrls } from "../email/emailProviders.ts";
import type { ConnectionTimeouts } from "../jobs/carriers/connectionOpener.ts";
import type { ClaimLoopOptions } from "../jobs/journeys/claimLoop.ts";
import type { PollTimer } from "../jobs/pollTimer.ts";
import type { Job } from "../jobs/repeat.ts";
import type { SimulatorSpeed } from "../jobs/simulator/runSimulatedCarrier.ts";
import type { LanguageModel } from "../models/openModel.ts";
import type { SpeechService } from "../models/openSpeech.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { Database } from "../store/database.ts";
import type { Traces } from "../tracing/traces.ts";

/** Options of the worker. */
export interface WorkerParts {
  db: Database;
  log?: { error(fields: object, text: string): void; warn(fields: object, text: string): void };
  /** The number of connections that claim journeys. */
  claimLoops?: number;
  /** Concurrent text sends. */
  window?: number;
  simulator?: SimulatorSpeed;
  /** Time limits of connections to carriers. */
  connections?: ConnectionTimeouts;
  /** Carriers in addition to the simulated one, or in its place. */
  carriers?: readonly SessionCarrier[];
  /** The effects available to journeys besides texts. Default: all. */
  performers?: readonly Performer[];
  /** The HTTP client for addresses that users enter. */
  egress: Egress;
  /** Decrypts stored secrets. */
  secrets: Secrets;
  /** The language model. Default: none. */
  model?: LanguageModel | null;
  /** What transcribes voicemails of accounts without their own speech service. Default: none. */
  speech?: SpeechService | null;
  /** Addresses of the e-mail providers, if not the default ones. */
  emailUrls?: EmailUrls;
  /** Certificates trusted at mail servers of accounts in addition to those of the system. */
  mailCa?: string;
  /** The lookup service for numbers. Default: none. */
  lookup?: LookupKeys | null;
  /** Where brands and 10DLC campaigns are filed. Default: the embedded registry. Null: another process syncs them. */
  registry?: CampaignRegistry | null;
  /** Concurrent effects, in total and per account. */
  effectsAtOnce?: number;
  effectsAtOncePerAccount?: number;
  /** Nodes visited per claim. A benchmark of single steps uses 1. */
  visits?: number;
  /** The public address, used in links to recordings and drawn pictures. */
  publicUrl?: string;
  /** Epoch ms, for the days of carriers with daily limits. Default: the machine's clock. */
  now?: () => number;
  /** Longest pause of the jobs that start and end runs. Default: one for people, who wait for longer than tests. */
  runsEveryMs?: number;
  /** When a message or call without a result counts as unknown. */
  unknownAfterMs?: number;
  /** What work for journeys is recorded in. Default: nothing. */
  traces?: Traces;
  /** Additional jobs. */
  jobs?: readonly Job[];
  claimed?: ClaimLoopOptions["claimed"];
}

/** The rows of counters that the loops of one worker write. */
export function slotsOf(worker: number) {
  const first = worker * 8;
  return { claims: first, sender: first + 5, maintenance: first + 6, moves: first + 7 };
}

/** What the parts of one worker share. */
export interface SharedParts {
  parts: WorkerParts;
  workerId: string;
  slots: ReturnType<typeof slotsOf>;
  carriers: Map<string, SessionCarrier>;
  isAlive(): boolean;
  pollTimer: PollTimer;
  failed(error: unknown, job: string): void;
}
