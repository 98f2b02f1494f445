import { type Client, createClient } from "@trunkline/client/createClient.ts";
import { TrunklineError } from "@trunkline/client/trunklineError.ts";
import type { Command } from "commander";
import { Refusal } from "../refusal.ts";

/** How a command reaches an installation. */
export interface ClientFlags {
  url?: string;
}

/** Adds the flags of a command that speaks with an installation over its API. */
export const overApi = (command: Command): Command =>
  command
    .option("--url <address>", "where the installation is (TRUNKLINE_URL, default http://127.0.0.1:4400)")
    .addHelpText("after", "\nThe API key is read from TRUNKLINE_API_KEY.");

/** Runs a command with a client of the API. Refusals of the API become those of the command. */
export async function withClient(flags: ClientFlags, act: (client: Client) => Promise<void>): Promise<void> {
  const baseUrl = flags.url ?? process.env["TRUNKLINE_URL"] ?? "http://127.0.0.1:4400";
  const apiKey = process.env["TRUNKLINE_API_KEY"] ?? "";
  if (!URL.canParse(baseUrl)) throw new Refusal(`--url: "${baseUrl}" is not a web address`, { exitCode: 2 });
  if (apiKey === "")
    throw new Refusal("Set TRUNKLINE_API_KEY to an API key of the account, from Settings → API keys.", { exitCode: 2 });
  try {
    await act(createClient({ baseUrl, apiKey }));
  } catch (error) {
    if (!(error instanceof TrunklineError)) throw error;
    const lines = error.errors.map(({ message, where }) => (where === undefined ? message : `${where}: ${message}`));
    throw new Refusal(lines.length === 0 ? error.message : lines.join("\n"), { cause: error });
  }
}
