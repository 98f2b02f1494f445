/** A voice that texts are spoken with. */
export interface Voice {
  /** What is saved (spec 2 §3.3 textToSpeechVoice). */
  key: string;
  label: string;
  /** BCP 47, for the browser's own voices. */
  language: string;
  gender: "female" | "male";
}

const voice = (key: string, label: string): Voice => ({
  key,
  label,
  language: `${key.slice(0, 2)}-${key.slice(3, 5).toUpperCase()}`,
  gender: key.includes("-female-") ? "female" : "male",
});

/** The voices that are offered: English US standard, premium, chirp and studio, Canadian French, French and Spanish (spec 2 §3.3; keys: telecom-domain §10). */
export const voices: readonly Voice[] = [
  voice("en-us-standard-male-1", "English US, standard, male 1"),
  voice("en-us-standard-male-2", "English US, standard, male 2"),
  voice("en-us-standard-female-1", "English US, standard, female 1"),
  voice("en-us-standard-female-2", "English US, standard, female 2"),
  voice("en-us-premium-male-1", "English US, premium, male 1"),
  voice("en-us-premium-male-2", "English US, premium, male 2"),
  voice("en-us-premium-male-3", "English US, premium, male 3"),
  voice("en-us-premium-female-1", "English US, premium, female 1"),
  voice("en-us-premium-female-2", "English US, premium, female 2"),
  voice("en-us-premium-female-3", "English US, premium, female 3"),
  voice("en-us-chirp-male-1", "English US, chirp, male 1"),
  voice("en-us-chirp-female-1", "English US, chirp, female 1"),
  voice("en-us-studio-male-1", "English US, studio, male 1"),
  voice("en-us-studio-female-1", "English US, studio, female 1"),
  voice("fr-ca-standard-male-1", "French Canada, standard, male 1"),
  voice("fr-ca-standard-male-2", "French Canada, standard, male 2"),
  voice("fr-ca-standard-female-1", "French Canada, standard, female 1"),
  voice("fr-ca-standard-female-2", "French Canada, standard, female 2"),
  voice("fr-fr-standard-male-1", "French, standard, male 1"),
  voice("fr-fr-standard-male-2", "French, standard, male 2"),
  voice("fr-fr-standard-female-1", "French, standard, female 1"),
  voice("fr-fr-standard-female-2", "French, standard, female 2"),
  voice("es-es-standard-female-1", "Spanish, standard, female 1"),
  voice("es-us-standard-male-1", "Spanish US, standard, male 1"),
  voice("es-us-standard-female-1", "Spanish US, standard, female 1"),
];

/** The voice of a key; one that nobody knows speaks like the default. */
export const voiceOf = (key: string | undefined): Voice =>
  voices.find((one) => one.key === key) ?? (voices[0] as Voice);
