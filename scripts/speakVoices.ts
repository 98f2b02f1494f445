// node scripts/speakVoices.ts: speaks the committed voice samples again (decision 0049). It needs the programs espeak-ng
// and lame, which the product does not: only the sounds that they make are part of it.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampledVoices, sampleOf } from "@trunkline/workflow/voice/voiceSamples.ts";

/** eSpeak's names of languages, where they are not the first two letters. */
const languages: Readonly<Record<string, string>> = {
  "en-US": "en-us",
  "en-GB": "en-gb",
  "en-AU": "en-gb",
  "es-US": "es-419",
  "pt-BR": "pt-br",
};

const target = join(import.meta.dirname, "../apps/web/public/voices");
const folder = mkdtempSync(join(tmpdir(), "trunkline-voices-"));
mkdirSync(target, { recursive: true });
try {
  for (const voice of sampledVoices()) {
    const { name, text } = sampleOf(voice);
    const language = languages[voice.language] ?? voice.language.slice(0, 2);
    const spoken = join(folder, `${name}.wav`);
    execFileSync("espeak-ng", ["-w", spoken, "-v", `${language}${voice.gender === "female" ? "+f3" : ""}`, text]);
    execFileSync("lame", ["--quiet", "-m", "m", "-b", "24", "--resample", "16", spoken, join(target, `${name}.mp3`)]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
