import { Box, Button, Select, Text } from "@mantine/core";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { sampleOf } from "@trunkline/workflow/voice/voiceSamples.ts";
import { allVoices, voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { useEffect, useState } from "react";
import { useForm } from "../../fields/formContext.ts";
import { canSpeak, playSample, speak } from "../../ui/text/speak.ts";

const groups = [...Map.groupBy(allVoices, ({ label }) => label.split(",")[0] ?? "")]
  .sort(([a], [b]) => (a === "English US" ? -1 : b === "English US" ? 1 : a.localeCompare(b)))
  .map(([group, list]) => ({ group, items: list.map(({ key, label }) => ({ value: key, label })) }));

/** The voice of an IVR with a preview, spoken by the browser or else played from a sample (spec 3 §2, §3; readings, Voice). */
export function VoiceField(props: { value: string; speed: string; place: string; onChange: (key: string) => void }) {
  const { value, place } = props;
  const { errorAt, touch, readOnly } = useForm();
  return (
    <Box data-place={place} onBlur={() => touch(place)}>
      <Select
        label="Voice"
        description="Speaks all text in these menus."
        withAsterisk
        searchable
        data={groups}
        placeholder="Choose"
        nothingFoundMessage="No matching voices"
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
  const [isMute, setMute] = useState(false);
  useEffect(() => () => stop?.(), [stop]);
  const voice = voiceOf(voiceKey);
  const start = () => {
    const over = () => setStop(null);
    const fail = () => {
      over();
      setMute(true);
    };
    setMute(false);
    const rate = Number.parseInt(speed, 10) / 100;
    const cut = canSpeak()
      ? speak(sampleOf(voice).text, voiceKey, over, rate)
      : playSample(sampleOf(voice), { over, fail, rate });
    setStop(() => cut);
  };
  return (
    <Box mt={8} style={{ display: "flex", alignItems: "center", gap: 8, flexWrap: "wrap" }}>
      <Button
        variant="default"
        size="xs"
        leftSection={stop ? <IconPlayerStop size={14} /> : <IconPlayerPlay size={14} />}
        onClick={() => {
          if (stop === null) return start();
          stop();
          setStop(null);
        }}
      >
        {stop ? "Stop" : "Preview voice"}
      </Button>
      <Text size="xs" c="dimmed" className="figures">
        {voice.code}
      </Text>
      {isMute && (
        <Text size="xs" c="red" role="alert">
          The sample can't be played. This browser has no voice and the recorded sample did not load.
        </Text>
      )}
    </Box>
  );
}
