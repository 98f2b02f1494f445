import { ownValue } from "../parts/ownValue.ts";
import { allVoices, type Voice } from "./voices.ts";

/** Sample sentence by language. */
const texts: Readonly<Record<string, string>> = {
  en: "Thank you for calling. Please choose from the menu.",
  de: "Danke für Ihren Anruf. Bitte wählen Sie aus dem Menü.",
  es: "Gracias por su llamada. Por favor, elija una opción del menú.",
  fr: "Merci de votre appel. Veuillez choisir une option du menu.",
  it: "Grazie per la chiamata. Scelga un'opzione dal menu.",
  ja: "おでんわ ありがとうございます。メニューから おえらびください。",
  ko: "전화해 주셔서 감사합니다. 메뉴에서 선택해 주세요.",
  nl: "Bedankt voor uw oproep. Kies een optie uit het menu.",
  pt: "Obrigado por ligar. Escolha uma opção do menu.",
  sv: "Tack för ditt samtal. Välj ett alternativ i menyn.",
  tr: "Aradığınız için teşekkürler. Lütfen menüden seçin.",
};

/** The sample of a voice. */
export interface VoiceSample {
  /** Language and gender, such as `en-US-female`: the file name. Voices that sound alike share it. */
  name: string;
  text: string;
}

/** The sample of a voice (spec 3 §2; readings, Voice). */
export const sampleOf = ({ language, gender }: Voice): VoiceSample => ({
  name: `${language}-${gender}`,
  text: ownValue(texts, language.slice(0, 2)) ?? texts["en"] ?? "",
});

/** One voice of each sample. */
export const sampledVoices = (): Voice[] => [
  ...new Map(allVoices.map((voice) => [sampleOf(voice).name, voice])).values(),
];
