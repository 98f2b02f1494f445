import type { Transcript } from "@trunkline/carriers/speech/speechService.ts";
import type { Egress } from "../../egress/egress.ts";
import { readSpeechAddress, type SpeechService, speechAt } from "../../models/openSpeech.ts";
import { SealBroken, type Secrets } from "../../secrets/secrets.ts";
import { readAsset } from "../../store/assets/asset.ts";
import {
  claimTranscripts,
  type DueTranscript,
  delayTranscript,
  saveTranscript,
  startTranscript,
  unqueueTranscript,
} from "../../store/calls/transcript.ts";
import type { Database } from "../../store/database.ts";
import { listExternalConfig } from "../../store/integrations/externalConfig.ts";
import type { Job } from "../repeat.ts";

const atOnce = 5;
/** Seconds before the second attempt and the following ones. */
const retryAfterSeconds = [10, 60, 300, 1_800];
/** The most that OpenAI accepts. */
const mostBytes = 25 * 1024 * 1024;
const mostCharacters = 10_000;

/** What transcribing needs. */
export interface SpeechParts {
  egress: Egress;
  secrets: Secrets;
  /** The operator's speech service, for accounts without their own. */
  speech: SpeechService | null;
}

/** The job that has voicemails transcribed, where a speech service is set (decision 0109). Asking twice does no harm. */
export const transcribeVoicemailsJob = (parts: SpeechParts): Job => ({
  name: "transcribeVoicemails",
  everyMs: 1_000,
  async run(db) {
    const due = await db.global((q) => claimTranscripts(q, atOnce));
    await Promise.all(due.map((one) => transcribe(db, parts, one)));
    return due.length === atOnce;
  },
});

async function transcribe(db: Database, parts: SpeechParts, due: DueTranscript): Promise<void> {
  const { accountId, voicemailId } = due;
  const started = await db.tx([accountId], async (q) => {
    const service = serviceOf(parts, accountId, await listExternalConfig(q, accountId, ["speech"]));
    const spoken = service === null ? null : await startTranscript(q, accountId, voicemailId);
    if (service === null || spoken === null) {
      await unqueueTranscript(q, due);
      return null;
    }
    return { service, spoken, data: spoken.bytes > mostBytes ? null : await readAsset(q, accountId, spoken) };
  });
  if (started === null) return;
  const { service, spoken, data } = started;
  const outcome: Transcript =
    "problem" in service
      ? { ok: false, words: service.problem, retryable: false }
      : data === null
        ? { ok: false, words: "the recording is too long", retryable: false }
        : await service.transcribe({ ...spoken, data }, voicemailId);
  await db.tx([accountId], async (q) => {
    const retryInSeconds = outcome.ok || !outcome.retryable ? undefined : retryAfterSeconds[due.attempt - 1];
    await saveTranscript(q, due, {
      state: outcome.ok ? "done" : retryInSeconds === undefined ? "failed" : "waiting",
      text: outcome.ok ? outcome.text.slice(0, mostCharacters) : null,
      problem: outcome.ok ? null : outcome.words.slice(0, 300),
    });
    await (retryInSeconds === undefined ? unqueueTranscript(q, due) : delayTranscript(q, due, retryInSeconds));
  });
}

/** The account's own service, otherwise the operator's, or null. */
function serviceOf(
  { egress, secrets, speech }: SpeechParts,
  accountId: string,
  rows: Awaited<ReturnType<typeof listExternalConfig>>,
): SpeechService | { problem: string } | null {
  try {
    const own = readSpeechAddress(rows, accountId, secrets);
    return own === null ? speech : speechAt(own, egress);
  } catch (error) {
    if (error instanceof SealBroken) return { problem: error.message };
    throw error;
  }
}
