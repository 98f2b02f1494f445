import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Command, CommanderError } from "commander";
import { version } from "../config/version.ts";
import { Refusal } from "../refusal.ts";

/** Each file under cli/ exports its `command`. Only the requested command is loaded. */
const commands: Record<string, () => Promise<{ command: Command }>> = {
  serve: () => import("./serve.ts"),
  run: () => import("./run.ts"),
  simulate: () => import("./simulate.ts"),
  test: () => import("./test.ts"),
  migrate: () => import("./migrate.ts"),
  account: () => import("./account.ts"),
  user: () => import("./user.ts"),
  "api-key": () => import("./apiKey.ts"),
  "master-key": () => import("./masterKey.ts"),
  backup: () => import("./backup.ts"),
  restore: () => import("./restore.ts"),
  replay: () => import("./replay.ts"),
  distribute: () => import("./distribute.ts"),
  doctor: () => import("./doctor.ts"),
  contacts: () => import("./contacts.ts"),
  runs: () => import("./runs.ts"),
  logs: () => import("./logs.ts"),
};

/** Runs one command and returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommand(argv: string[]): Promise<number> {
  const program = new Command("trunkline")
    .description(
      "Communications workflows: draw a workflow, run it for your contacts and see the result for each contact.",
    )
    .version(version)
    .addHelpText("after", "\nExit codes: 0 success, 1 failure, 2 wrong usage.")
    .showHelpAfterError("Run `trunkline --help` or `trunkline COMMAND --help` for usage.")
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

/** After an update, a newly required package may not be installed yet. */
function missingPackage(error: unknown): Refusal | null {
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>;
  const name = code === "ERR_MODULE_NOT_FOUND" ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined;
  return name === undefined
    ? null
    : new Refusal(`The package ${name} is not installed. Run npm ci, then start Trunkline again.`);
}

/** Commands are created in separate files, so they need the parent's exit settings copied. */
function inherit(command: Command, from: Command): Command {
  command.copyInheritedSettings(from);
  for (const child of command.commands) inherit(child, command);
  return command;
}
