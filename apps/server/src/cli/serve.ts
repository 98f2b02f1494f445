import { Command } from "commander";
import { type Flags, readConfig } from "../config/config.ts";

/** After this a second signal means: now. */
const timeBudgetMs = 3_000;

/** `trunkline serve`: database, api, worker and pages until a signal ends them. */
export const command = new Command("serve")
  .description("Start the product: database, web pages, API and worker.")
  .option("--port <port>", "port to listen on (PORT, default 4400)")
  .option("--host <host>", "address to listen on (HOST, default 127.0.0.1)")
  .option("--data-dir <folder>", "folder of the embedded database (TRUNKLINE_DATA_DIR, default ./.trunkline)")
  .option("--role <role>", "run only the api, only the worker, or all (TRUNKLINE_ROLE, default all)")
  .option("--empty", "begin without the demo account")
  .addHelpText(
    "after",
    `
Environment (flags win over PORT, HOST, TRUNKLINE_DATA_DIR and TRUNKLINE_ROLE):
  DATABASE_URL             a PostgreSQL server (15 or later) instead of the embedded one
  TRUNKLINE_MASTER_KEY     32 bytes, base64 or hex, that wrap stored secrets; needed with DATABASE_URL
  TRUNKLINE_MASTER_KEY_OLD master keys of before, separated by commas, while they are changed
  TRUNKLINE_PUBLIC_URL     the address that others see
  TRUNKLINE_ADMIN_EMAIL    with TRUNKLINE_ADMIN_PASSWORD makes the first account at first start
  TRUNKLINE_API_KEY        becomes an API key of the first account at first start
  TRUNKLINE_OPERATOR_TOKEN at least 32 characters; turns on POST /v4/operator/account/
  TRUNKLINE_EGRESS_ALLOW   private hosts or networks that webhooks may reach, separated by commas
  TRUNKLINE_CALLS_PER_MINUTE     for one API key, session or address (default 1200)
  TRUNKLINE_SIGN_INS_PER_MINUTE  for one address and e-mail (default 10); five times as many in 15 minutes
                           for one e-mail from all addresses
  TRUNKLINE_IMPORT_MAX_BYTES  largest import file, unpacked (default 2147483648)
  TRUNKLINE_IMPORT_MAX_ROWS   most rows of such a file (default 20000000)
  TRUNKLINE_TRUSTED_PROXIES      reverse proxies, separated by commas, whose X-Forwarded-For is believed
  TRUNKLINE_MODEL          openai, anthropic, local or none, with TRUNKLINE_MODEL_NAME, TRUNKLINE_MODEL_KEY
                           and, for another address, TRUNKLINE_MODEL_URL
  TRUNKLINE_LOOKUP_SID     with TRUNKLINE_LOOKUP_TOKEN: a look-up service for phone numbers, at
                           TRUNKLINE_LOOKUP_URL
  TRUNKLINE_REGISTRY_KEY   with TRUNKLINE_REGISTRY_SECRET and TRUNKLINE_REGISTRY_UPSTREAM: The Campaign
                           Registry, at TRUNKLINE_REGISTRY_URL, vetted by TRUNKLINE_REGISTRY_VETTING
  TRUNKLINE_MAIL_URL       with TRUNKLINE_MAIL_FROM: the mail server that notifications, invitations and
                           password resets go through, smtps://user:password@host:port
  TRUNKLINE_HUBSPOT_URL, TRUNKLINE_MAILGUN_URL, TRUNKLINE_SENDGRID_URL
                           where the providers of e-mail are reached
  TRUNKLINE_CLAIM          together or byAccount; a probe of the database chooses where it is not set
  TRUNKLINE_LOG_LEVEL      fatal, error, warn, info, debug or silent`,
  )
  .action(serve);

async function serve(flags: Flags): Promise<void> {
  const ending = Promise.withResolvers<void>();
  const since = { firstSignal: 0 };
  const end = () => {
    // A terminal's Ctrl-C may arrive twice, once through npm: only a later one is impatience.
    if (since.firstSignal > 0 && performance.now() - since.firstSignal > timeBudgetMs) process.exit(1);
    since.firstSignal ||= performance.now();
    ending.resolve();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end);
  // The launcher for older Nodes holds the other end: its death is a reason to stop.
  process.once("disconnect", end);
  process.channel?.unref();
  // Loaded here, so that --help does not load the whole product.
  const { startProgram } = await import("../program/startProgram.ts");
  const program = await startProgram(readConfig(process.env, flags), (line) => console.log(line));
  await ending.promise;
  await program.stop();
}
