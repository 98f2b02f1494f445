import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";

/** A second signal after this time stops the program at once. */
const timeBudgetMs = 3_000;

/** `trunkline serve`: runs the database, API, worker and pages until a signal stops them. */
export const command = new Command("serve")
  .description("Start the product: database, web pages, API and worker.")
  .option("--port <port>", "port to listen on (PORT, default 4400)")
  .option("--host <host>", "address to listen on (HOST, default 127.0.0.1)")
  .option("--data-dir <folder>", "directory of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .option("--role <role>", "run the API (api), the worker (worker) or both (all) (TRUNKLINE_ROLE, default all)")
  .option("--empty", "start without the demo account")
  .addHelpText(
    "after",
    `
Environment (flags override PORT, HOST, TRUNKLINE_DATA_DIR and TRUNKLINE_ROLE):
  DATABASE_URL             a PostgreSQL server (15 or later) instead of the embedded one
  TRUNKLINE_MASTER_KEY     32 bytes, base64 or hex, to encrypt stored secrets; required with DATABASE_URL
  TRUNKLINE_MASTER_KEY_OLD previous master keys, comma-separated, during a key rotation
  TRUNKLINE_PUBLIC_URL     the public address of this installation
  TRUNKLINE_DEMO_HISTORY   off: the demo account starts without its three weeks of history (default on)
  TRUNKLINE_ADMIN_EMAIL    with TRUNKLINE_ADMIN_PASSWORD: creates the first account at first start
  TRUNKLINE_API_KEY        becomes an API key of the first account at first start
  TRUNKLINE_OPERATOR_TOKEN at least 32 characters; turns on POST /v4/operator/account/
  TRUNKLINE_EGRESS_ALLOW   private hosts or networks that webhooks may reach, comma-separated
  TRUNKLINE_CALLS_PER_MINUTE     requests per minute for one API key, session or address (default 1200)
  TRUNKLINE_SIGN_INS_PER_MINUTE  attempts for one address and e-mail (default 10); five times as many per 15 minutes
                           for one e-mail from all addresses
  TRUNKLINE_IMPORT_MAX_BYTES  largest import file, uncompressed (default 2147483648)
  TRUNKLINE_IMPORT_MAX_ROWS   most rows of an import file (default 20000000)
  TRUNKLINE_TRUSTED_PROXIES      reverse proxies, comma-separated, whose X-Forwarded-For is trusted
  TRUNKLINE_MODEL          openai, anthropic, local or none, with TRUNKLINE_MODEL_NAME, TRUNKLINE_MODEL_KEY
                           and, for another address, TRUNKLINE_MODEL_URL
  TRUNKLINE_SPEECH         openai, local or none, with TRUNKLINE_SPEECH_NAME, TRUNKLINE_SPEECH_KEY and,
                           for another address, TRUNKLINE_SPEECH_URL: transcribes voicemails
  TRUNKLINE_LOOKUP_SID     with TRUNKLINE_LOOKUP_TOKEN: a lookup service for phone numbers, at
                           TRUNKLINE_LOOKUP_URL
  TRUNKLINE_REGISTRY_KEY   with TRUNKLINE_REGISTRY_SECRET and TRUNKLINE_REGISTRY_UPSTREAM: The Campaign
                           Registry, at TRUNKLINE_REGISTRY_URL, vetted by TRUNKLINE_REGISTRY_VETTING
  TRUNKLINE_MAIL_URL       with TRUNKLINE_MAIL_FROM: the mail server for notifications, invitations and
                           password resets, smtps://user:password@host:port
  TRUNKLINE_HUBSPOT_URL, TRUNKLINE_MAILGUN_URL, TRUNKLINE_SENDGRID_URL
                           addresses of the e-mail providers
  TRUNKLINE_CLAIM          together or byAccount; chosen by a probe of the database when not set
  TRUNKLINE_CLAIM_CONNECTIONS    connections of a worker that claim journeys, 1 to 4 (default: the processors of this
                           machine, at least 2, when the database is on it, otherwise 4)
  TRUNKLINE_LOG_LEVEL      fatal, error, warn, info, debug or silent
  TRUNKLINE_SLOW_STATEMENT_MS    statements of the database that take so long are logged (default 1000)
  OTEL_EXPORTER_OTLP_ENDPOINT    an OpenTelemetry collector (OTLP over HTTP), with OTEL_SERVICE_NAME (default
                           trunkline) and OTEL_TRACES_SAMPLER_ARG, the share that is traced (default 0.01)`,
  )
  .action(serve);

async function serve(flags: Flags): Promise<void> {
  const ending = Promise.withResolvers<void>();
  const since = { firstSignal: 0 };
  const end = () => {
    // A terminal's Ctrl-C may arrive twice, once through npm. Only a later signal forces the stop.
    if (since.firstSignal > 0 && performance.now() - since.firstSignal > timeBudgetMs) process.exit(1);
    since.firstSignal ||= performance.now();
    ending.resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  // The launcher for older Node versions holds the other end. Stop when it exits.
  process.once("disconnect", end);
  process.channel?.unref();
  const config = readConfig(process.env, flags);
  // Imported here so that neither --help nor a wrong setting loads the whole program.
  const { startProgram } = await import("../program/startProgram.ts");
  const program = await startProgram(config, (line) => console.log(line));
  await ending.promise;
  await program.stop();
}
