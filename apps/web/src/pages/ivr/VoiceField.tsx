import { Box, Select, Text } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { allVoices, voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { useEffect, useState } from "react";
import { useForm } from "../../fields/formContext.ts";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { canSpeak, speak } from "../../ui/speak.ts";

const groups = [...Map.groupBy(allVoices, ({ label }) => label.split(",")[0] ?? "")]
  .sort(([a], [b]) => (a === "English US" ? -1 : b === "English US" ? 1 : a.localeCompare(b)))
  .map(([group, list]) => ({ group, items: list.map(({ key, label }) => ({ value: key, label })) }));

/** What a voice says of itself, in the language that it speaks. */
const samples: Readonly<Record<string, string>> = {
  en: "Thank you for calling. Please choose from the menu.",
  de: "Danke für Ihren Anruf. Bitte wählen Sie aus dem Menü.",
  es: "Gracias por su llamada. Por favor, elija una opción del menú.",
  fr: "Merci de votre appel. Veuillez choisir une option du menu.",
  it: "Grazie per la chiamata. Scelga un'opzione dal menu.",
  ja: "お電話ありがとうございます。メニューからお選びください。",
  ko: "전화해 주셔서 감사합니다. 메뉴에서 선택해 주세요.",
  nl: "Bedankt voor uw oproep. Kies een optie uit het menu.",
  pt: "Obrigado por ligar. Escolha uma opção do menu.",
  sv: "Tack för ditt samtal. Välj ett alternativ i menyn.",
  tr: "Aradığınız için teşekkürler. Lütfen menüden seçin.",
};

/** The voice of an IVR, from the longer list, with a sample of it as this browser speaks (spec 3 §2, §3; decisions, Voice). */
export function VoiceField(props: { value: string; speed: string; place: string; onChange: (key: string) => void }) {
  const { value, place } = props;
  const { errorAt, touch, readOnly } = useForm();
  return (
    <Box data-place={place} onBlur={() => touch(place)}>
      <Select
        label="Voice"
        description="Speaks every text of these menus."
        withAsterisk
        searchable
        data={groups}
        placeholder="Choose"
        nothingFoundMessage="No voice fits"
        allowDeselect={false}
        disabled={readOnly}
        value={value === "" ? null : value}
        onChange={(key) => props.onChange(key ?? "")}
        error={errorAt(place)}
      />
      {value !== "" && <Preview key={value} voiceKey={value} speed={props.speed} />}
    </Box>
  );
}

function Preview({ voiceKey, speed }: { voiceKey: string; speed: string }) {
  const [stop, setStop] = useState<(() => void) | null>(null);
  const hasVoices = useVoices();
  useEffect(() => () => stop?.(), [stop]);
  const { code, language } = voiceOf(voiceKey);
  const start = () => {
    const text = samples[language.slice(0, 2)] ?? samples["en"] ?? "";
    const cut = speak(text, voiceKey, () => setStop(null), Number.parseInt(speed, 10) / 100);
    setStop(() => cut);
  };
  return (
    <Box mt={8} style={{ display: "flex", alignItems: "center", gap: 8, flexWrap: "wrap" }}>
      <ReasonButton
        variant="default"
        size="xs"
        leftSection={stop ? <IconPlayerStop size={14} /> : <IconPlayerPlay size={14} />}
        reason={hasVoices ? undefined : "This browser has no voice to speak with."}
        onClick={() => {
          if (stop === null) return start();
          stop();
          setStop(null);
        }}
      >
        {stop ? "Stop" : "Preview voice"}
      </ReasonButton>
      <Text size="xs" c="dimmed" className="figures">
        {code}
      </Text>
    </Box>
  );
}

/** Whether this browser can speak; some know only a moment after the page is there. */
function useVoices(): boolean {
  const [has, setHas] = useState(canSpeak);
  useEffect(() => {
    if (!("speechSynthesis" in window)) return;
    const look = () => setHas(canSpeak());
    window.speechSynthesis.addEventListener("voiceschanged", look);
    return () => window.speechSynthesis.removeEventListener("voiceschanged", look);
  }, []);
  return has;
}
