import type { WireAnswer } from "@trunkline/carriers/carrier.ts";
import { openaiSpeech } from "@trunkline/carriers/speech/openaiSpeech.ts";
import {
  localTranscript,
  type Speech,
  type SpeechAddress,
  type Transcript,
} from "@trunkline/carriers/speech/speechService.ts";
import { type Egress, openEgress } from "../egress/egress.ts";
import type { Secrets } from "../secrets/secrets.ts";
import type { ExternalConfigRow } from "../store/integrations/externalConfig.ts";

/** The operator's speech service (TRUNKLINE_SPEECH and related variables). */
export type SpeechConfig = { kind: "none" } | { kind: "local" } | ({ kind: "openai" } & SpeechAddress);

/** Transcribes recordings. Never throws. */
export interface SpeechService {
  transcribe(speech: Speech, id: string): Promise<Transcript>;
}

const withinMs = 60_000;

/** A speech service at an address, by a client that may reach it. */
export const speechAt = (address: SpeechAddress, egress: Egress): SpeechService => ({
  async transcribe(speech, id) {
    const service = openaiSpeech(address);
    const { body, ...request } = service.build(speech, `trunkline-${id}`);
    const sent = { ...request, method: "POST", body: Buffer.from(body), timeoutMs: withinMs };
    return service.read(
      await egress.request(sent).then(
        (answer): WireAnswer => ({ ...answer, body: answer.body.toString("utf8") }),
        (error: unknown): WireAnswer => ({
          broken: "after_first_byte",
          words: error instanceof Error ? error.message : String(error),
        }),
      ),
    );
  },
});

/** The operator's speech service, or null. Its client reaches the operator's address, also in a private network, and no other one. */
export function openSpeech(config: SpeechConfig): SpeechService | null {
  if (config.kind === "none") return null;
  if (config.kind === "local") return { transcribe: async () => ({ ok: true, text: localTranscript }) };
  const { hostname, port, protocol } = new URL(config.baseUrl);
  const allowed = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  return speechAt(config, openEgress({ allow: [allowed] }));
}

/** The account's own speech service (External Integrations), or null. */
export function readSpeechAddress(
  rows: readonly ExternalConfigRow[],
  account: string,
  secrets: Secrets,
): SpeechAddress | null {
  const own = rows.filter(({ provider }) => provider === "speech");
  const read = (key: string) => own.find((row) => row.key === key)?.value ?? "";
  const sealed = own.find(({ key }) => key === "api_key")?.sealed;
  const baseUrl = read("url").replace(/\/+$/, "");
  if (baseUrl === "") return null;
  return {
    baseUrl,
    model: read("model"),
    apiKey:
      sealed == null
        ? ""
        : secrets.open({ accountId: account, table: "external_config", row: "speech", field: "api_key" }, sealed),
  };
}
