import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { sampledVoices, sampleOf } from "@trunkline/workflow/voice/voiceSamples.ts";
import speakWith from "espeak-ng";

// node speakSamples.ts FOLDER: speaks the sample of each language and gender into a WAV file. A program of its own, which
// the build of the pages starts: eSpeak NG is under the GPL, and nothing of the product is linked with it.

/** eSpeak's names of languages where they are not the first two letters. */
const languages: Readonly<Record<string, string>> = {
  "en-US": "en-us",
  "en-GB": "en-gb",
  "en-AU": "en-gb",
  "es-US": "es-419",
  "pt-BR": "pt-br",
};

const folder = process.argv[2] ?? ".";
const binary = join(dirname(createRequire(import.meta.url).resolve("espeak-ng")), "espeak-ng.wasm");
const program = await WebAssembly.compile(await readFile(binary));

for (const voice of sampledVoices()) {
  const { name, text } = sampleOf(voice);
  const sound = voice.gender === "female" ? "+f3" : "";
  const spoken = await speakWith({
    arguments: ["-w", "sample.wav", "-v", `${languages[voice.language] ?? voice.language.slice(0, 2)}${sound}`, text],
    instantiateWasm(imports, begin) {
      void WebAssembly.instantiate(program, imports).then((instance) => begin(instance, program));
      return {};
    },
  });
  await writeFile(join(folder, `${name}.wav`), spoken.FS.readFile("sample.wav"));
}
