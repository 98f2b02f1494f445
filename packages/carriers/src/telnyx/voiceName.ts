/** A voice of the product. */
interface LineVoice {
  /** As Google calls it, such as `en-US-Standard-C`. */
  code: string;
  /** BCP 47. */
  language: string;
  gender: "female" | "male";
}

/** Amazon Polly's voices that Telnyx speaks with, for each language: standard and neural (telecom §1.10). */
const names: ReadonlyMap<
  string,
  Partial<Record<"female" | "male", readonly [standard: string, neural: string]>>
> = new Map([
  ["en-US", { female: ["Joanna", "Joanna-Neural"], male: ["Matthew", "Matthew-Neural"] }],
  ["en-GB", { female: ["Amy", "Amy-Neural"], male: ["Brian", "Brian-Neural"] }],
  ["en-AU", { female: ["Nicole", "Olivia-Neural"], male: ["Russell", "Russell"] }],
  ["de-DE", { female: ["Vicki", "Vicki-Neural"], male: ["Hans", "Daniel-Neural"] }],
  ["es-ES", { female: ["Lucia", "Lucia-Neural"], male: ["Enrique", "Sergio-Neural"] }],
  ["es-US", { female: ["Lupe", "Lupe-Neural"], male: ["Miguel", "Pedro-Neural"] }],
  ["fr-CA", { female: ["Chantal", "Gabrielle-Neural"], male: ["Liam-Neural", "Liam-Neural"] }],
  ["fr-FR", { female: ["Lea", "Lea-Neural"], male: ["Mathieu", "Remi-Neural"] }],
  ["it-IT", { female: ["Bianca", "Bianca-Neural"], male: ["Giorgio", "Adriano-Neural"] }],
  ["ja-JP", { female: ["Mizuki", "Kazuha-Neural"], male: ["Takumi", "Takumi-Neural"] }],
  ["ko-KR", { female: ["Seoyeon", "Seoyeon-Neural"] }],
  ["nl-NL", { female: ["Lotte", "Laura-Neural"], male: ["Ruben", "Ruben"] }],
  ["pt-BR", { female: ["Camila", "Camila-Neural"], male: ["Ricardo", "Thiago-Neural"] }],
  ["sv-SE", { female: ["Astrid", "Elin-Neural"] }],
  ["tr-TR", { female: ["Filiz", "Burcu-Neural"] }],
]);

/** The provider's voice of the same language and gender. Null: it has none as good. */
export function voiceName({ code, language, gender }: LineVoice): string | null {
  if (!/-(Standard|Wavenet|Neural2)-[A-Z]$/.test(code)) return null;
  const pair = names.get(language)?.[gender];
  return pair === undefined ? null : `AWS.Polly.${pair[code.includes("-Standard-") ? 0 : 1]}`;
}

/** What is spoken with instead of a voice that the provider does not have: the first one of the language, or English. */
export function nearestVoice(voice: LineVoice): string {
  const language = names.get(voice.language) ?? names.get("en-US");
  return voiceName(voice) ?? `AWS.Polly.${(language?.[voice.gender] ?? language?.female)?.[0] ?? "Joanna"}`;
}
