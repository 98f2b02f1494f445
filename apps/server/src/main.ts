import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Command, CommanderError } from "commander";
import { version } from "./config/version.ts";
import { Refusal } from "./refusal.ts";

/** One line per command; each file under cli/ exports its `command`. Only the one that was asked for is loaded. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import("./cli/serve.ts"),
  run: () => import("./cli/run.ts"),
  simulate: () => import("./cli/simulate.ts"),
  migrate: () => import("./cli/migrate.ts"),
  account: () => import("./cli/account.ts"),
  user: () => import("./cli/user.ts"),
  "api-key": () => import("./cli/apiKey.ts"),
  "master-key": () => import("./cli/masterKey.ts"),
  doctor: () => import("./cli/doctor.ts"),
};

// Whoever reads the output may have seen enough, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await main(process.argv);

/** Runs one command and answers the exit code: 0 done, 1 failed, 2 wrong usage. */
async function main(argv: string[]): Promise<number> {
  const program = new Command("trunkline")
    .description("Communications workflows: draw a campaign, run it against contacts, see what happened to everyone.")
    .version(version)
    .addHelpText("after", "\nEnds with 0 when done, 1 when it failed, 2 when it was asked wrongly.")
    .showHelpAfterError("Try `trunkline --help`, or `trunkline COMMAND --help`.")
    .exitOverride();
  const asked = ownValue(commands, argv[2] ?? "");
  try {
    for (const load of asked ? [asked] : Object.values(commands)) {
      const { command } = await load();
      program.addCommand(inherit(command, program));
    }
    if (argv.length <= 2) program.help({ error: true });
    await program.parseAsync(argv);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const refusal = missingPackage(error) ?? error;
    if (!(refusal instanceof Refusal)) throw error;
    console.error(refusal.message);
    return refusal.exitCode;
  }
}

/** A newer version of the program may need packages that the one before did not. */
function missingPackage(error: unknown): Refusal | null {
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>;
  const name = code === "ERR_MODULE_NOT_FOUND" ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined;
  return name === undefined ? null : new Refusal(`The package ${name} is not installed. Run npm ci, then start again.`);
}

/** Commands made in files of their own know nothing of the program's way to end. */
function inherit(command: Command, from: Command): Command {
  command.copyInheritedSettings(from);
  for (const child of command.commands) inherit(child, command);
  return command;
}
