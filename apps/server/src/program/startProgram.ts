import { setTimeout as pause } from "node:timers/promises";
import { linkHashOf } from "../audit/linkHash.ts";
import { type Config, withPort } from "../config/config.ts";
import { openLog } from "../config/log.ts";
import { version } from "../config/version.ts";
import { demoHistoryJob } from "../demo/history/makeHistory.ts";
import { openEgress } from "../egress/egress.ts";
import { linkAuditJob } from "../jobs/audit/linkAudit.ts";
import { announceChanges } from "../jobs/changes/announceChanges.ts";
import { mailPasswordsJob } from "../jobs/identity/mailPasswords.ts";
import { mailSupportJob } from "../jobs/identity/mailSupport.ts";
import { mailNotificationsJob } from "../jobs/notifications/mailNotifications.ts";
import { registryEventsJob } from "../jobs/registration/registryEvents.ts";
import type { Job } from "../jobs/repeat.ts";
import { mailReportsJob } from "../jobs/reports/mailReports.ts";
import { mailApprovalsJob } from "../jobs/workflows/mailApprovals.ts";
import { openMailer } from "../mail/mailer.ts";
import { openModel } from "../models/openModel.ts";
import { openSpeech } from "../models/openSpeech.ts";
import { openRegistry } from "../registry/openRegistry.ts";
import { openKeys } from "../secrets/openKeys.ts";
import type { Traces } from "../tracing/traces.ts";
import { needPages, pagesFolder } from "./builtPages.ts";
import { firstStart } from "./firstStart.ts";
import { explainListen, holdPort } from "./holdPort.ts";
import { openMasterKey, openOlderKeys } from "./masterKey.ts";
import { openStore } from "./openStore.ts";
import type { Parts } from "./parts.ts";
import { startServer } from "./server.ts";
import { startWorker } from "./worker.ts";

/** The running program. */
export interface Program {
  /** The address it listens on. Empty for a worker. */
  address: string;
  /** Stops HTTP, worker and database, in this order. */
  stop(): Promise<void>;
}

/** How long a part may take to stop. */
const stopWithinMs = 10_000;

/** Starts the parts of the role and prints one line with the address and how to sign in. */
export async function startProgram(asked: Config, say: (line: string) => void): Promise<Program> {
  const serves = asked.role !== "worker";
  const works = asked.role !== "api";
  if (serves) needPages();
  const masterKey = openMasterKey(asked);
  // Held before the slow parts start, so that a port in use is reported at once and stays free.
  const held = serves ? await holdPort(asked) : undefined;
  const config = held ? withPort(asked, held.port) : asked;
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const log = openLog(config);
    const store = await openStore(config, { say, log });
    stops.push(store.close);
    if (store.shared) say(store.shared);
    const parts: Parts = { db: store.db, config, log, masterKey, pagesFolder };
    const traces = await openCollector(config);
    if (traces) stops.push(() => within(traces.stop()));
    const failed = (error: unknown) => parts.log.error({ err: error }, "changes could not be announced");
    const stopAnnouncing = announceChanges(store.db, failed);
    stops.push(async () => stopAnnouncing());
    const keys = await openKeys(store.db, masterKey, openOlderKeys(config));
    const signIn = serves ? await firstStart({ ...parts, tokens: keys.tokens }) : "";
    const world = {
      egress: openEgress({ allow: config.egressAllow }),
      secrets: keys.secrets,
      publicUrl: config.publicUrl,
      model: openModel(config.model),
      speech: openSpeech(config.speech),
      emailUrls: config.emailUrls,
      lookup: config.lookup,
      registry: openRegistry(store.db, config.registry),
    };
    const mailer = openMailer(config.mail);
    let isListening = false;
    const jobs = jobsOf(parts, { keys, mailer, registry: world.registry, isListening: () => isListening });
    const worker = works
      ? startWorker({ ...parts, ...world, claimLoops: config.claimConnections, jobs, ...(traces && { traces }) })
      : undefined;
    if (worker) stops.push(() => within(worker.stop()));
    let address = "";
    if (held) {
      await held.release();
      const server = await startServer({
        ...parts,
        ...keys,
        mailer,
        registry: world.registry,
        ...(traces && { traces }),
        wakeUp: worker?.wakeUp,
      }).catch((error: NodeJS.ErrnoException) => {
        throw explainListen(error, config);
      });
      stops.push(() => within(server.close()));
      address = server.address;
      isListening = true;
    }
    say(serves ? `Trunkline is at ${config.publicUrl}. ${signIn}`.trim() : "The Trunkline worker is running.");
    return { address, stop };
  } catch (error) {
    await held?.release();
    await stop();
    throw error;
  }
}

interface JobParts {
  keys: Awaited<ReturnType<typeof openKeys>>;
  mailer: ReturnType<typeof openMailer>;
  registry: ReturnType<typeof openRegistry>;
  isListening(): boolean;
}

/** The jobs that need more of the installation than its database. */
const jobsOf = ({ config, log }: Parts, { keys, mailer, registry, isListening }: JobParts): Job[] => {
  const { publicUrl } = config;
  const mailing = { mailer, publicUrl, log };
  return [
    linkAuditJob(linkHashOf(keys.tokens)),
    ...registryEventsJob(registry, publicUrl),
    ...mailSupportJob(mailing),
    ...mailApprovalsJob(mailing),
    ...mailNotificationsJob(mailing),
    ...mailReportsJob(mailing),
    ...mailPasswordsJob({ ...mailing, tokens: keys.tokens }),
    ...(config.databaseUrl ? [] : [demoHistoryJob(publicUrl, isListening)]),
  ];
};

/** Imported here so that an installation without a collector does not load what speaks with one. */
async function openCollector({ traces }: Config): Promise<Traces | undefined> {
  if (traces === null) return undefined;
  const { openTraces } = await import("../tracing/openTraces.ts");
  return openTraces(traces, version);
}

/** A part that hangs must not prevent the database from stopping cleanly. */
function within(stopping: Promise<unknown>): Promise<unknown> {
  return Promise.race([stopping, pause(stopWithinMs, undefined, { ref: false })]);
}
