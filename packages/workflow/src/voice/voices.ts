/** A text-to-speech voice. */
export interface Voice {
  /** The saved key (spec 2 §3.3 textToSpeechVoice). */
  key: string;
  label: string;
  /** Name at the speech provider (telecom §10), also of the sample. */
  code: string;
  /** BCP 47, for the browser's own voices. */
  language: string;
  gender: "female" | "male";
}

interface Tier {
  /** standard, premium, chirp, studio. */
  name: string;
  female?: readonly string[];
  male?: readonly string[];
}

/** Voices of a language. Variants are numbered 1, 2, 3; the provider uses letters. */
function voicesOf(language: string, name: string, tiers: readonly Tier[]): Voice[] {
  const [small = "", land = ""] = language.toLowerCase().split("-");
  return tiers.flatMap((tier) =>
    (["male", "female"] as const).flatMap((gender) =>
      (tier[gender] ?? []).map((code, index) => ({
        key: `${small}-${land}-${tier.name}-${gender}-${index + 1}`,
        label: `${name}, ${tier.name}, ${gender} ${index + 1}`,
        code: `${language}-${code}`,
        language,
        gender,
      })),
    ),
  );
}

const standard = (female: readonly string[], male: readonly string[] = []): Tier => ({
  name: "standard",
  female: female.map((letter) => `Standard-${letter}`),
  male: male.map((letter) => `Standard-${letter}`),
});
const premium = (female: readonly string[], male: readonly string[] = []): Tier => ({
  name: "premium",
  female: female.map((letter) => `Wavenet-${letter}`),
  male: male.map((letter) => `Wavenet-${letter}`),
});

const english = voicesOf("en-US", "English US", [
  standard(["C", "E"], ["B", "D"]),
  {
    name: "premium",
    female: ["Wavenet-C", "Neural2-E", "Neural2-F"],
    male: ["Wavenet-B", "Neural2-D", "Neural2-J"],
  },
  { name: "chirp", female: ["Chirp-HD-F"], male: ["Chirp-HD-D"] },
  { name: "studio", female: ["Studio-O"], male: ["Studio-Q"] },
]);
const frenchCanada = voicesOf("fr-CA", "French Canada", [standard(["A", "C"], ["B", "D"])]);
const french: readonly Voice[] = voicesOf("fr-FR", "French", [
  { name: "standard", female: ["Standard-F", "Wavenet-F"], male: ["Standard-G", "Wavenet-G"] },
]);
const spanish = voicesOf("es-ES", "Spanish", [standard(["A"])]);
const spanishUs = voicesOf("es-US", "Spanish US", [standard(["A"], ["B"])]);

/** Voices of workflow calls: English US standard, premium, chirp and studio, Canadian French, French and Spanish (spec 2 §3.3; keys: telecom §10). */
export const voices: readonly Voice[] = [...english, ...frenchCanada, ...french, ...spanish, ...spanishUs];

/** The longer list for IVR menus: all languages, tiers and variants (spec 3 §3 Text-to-speech voices). */
export const allVoices: readonly Voice[] = [
  ...english,
  ...voicesOf("en-AU", "English Australia", [standard(["A", "C"], ["B", "D"]), premium(["A", "C"], ["B", "D"])]),
  ...voicesOf("en-GB", "English UK", [standard(["A", "C"], ["B", "D"]), premium(["A", "C", "F"], ["B", "D"])]),
  ...voicesOf("de-DE", "German", [standard(["A"], ["B"]), premium(["A", "C", "F"], ["B", "D", "E"])]),
  ...spanish,
  ...voicesOf("es-ES", "Spanish", [premium(["C", "D"], ["B"])]),
  ...spanishUs,
  ...frenchCanada,
  ...voicesOf("fr-CA", "French Canada", [premium(["A", "C"], ["B", "D"])]),
  ...french,
  ...voicesOf("fr-FR", "French", [premium(["A", "C", "E"], ["B", "D"])]),
  ...voicesOf("it-IT", "Italian", [standard(["A"]), premium(["A", "B"], ["C", "D"])]),
  ...voicesOf("ja-JP", "Japanese", [standard(["A"]), premium(["A", "B"], ["C", "D"])]),
  ...voicesOf("ko-KR", "Korean", [standard(["A"]), premium(["A", "B"], ["C", "D"])]),
  ...voicesOf("nl-NL", "Dutch", [standard(["A"]), premium(["A", "D", "E"], ["B", "C"])]),
  ...voicesOf("pt-BR", "Portuguese Brazil", [standard(["A"]), premium(["A", "C"], ["B"])]),
  ...voicesOf("sv-SE", "Swedish", [standard(["A"]), premium(["A", "B", "D"], ["C", "E"])]),
  ...voicesOf("tr-TR", "Turkish", [standard(["A"]), premium(["A", "C", "D"], ["B", "E"])]),
];

/** The voice of a key. An unknown key uses the default voice. */
export const voiceOf = (key: string | undefined): Voice =>
  allVoices.find((one) => one.key === key) ?? (voices[0] as Voice);
