import { Button, Popover, SimpleGrid, Text } from "@mantine/core";
import { IconDialpad, IconMicrophone, IconMicrophoneOff } from "@tabler/icons-react";
import { useState } from "react";
import { useSoundState } from "./soundState.ts";

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];

/** The microphone and the keypad of a call whose sound is in this window. */
export function CallSound() {
  const { call, is } = useSoundState();
  if (call === null)
    return is === "elsewhere" ? (
      <Text size="sm" c="dimmed">
        The sound is in another window
      </Text>
    ) : null;
  const { isMuted, mute, press } = call;
  return (
    <>
      <Button
        variant="default"
        leftSection={isMuted ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
        aria-pressed={isMuted}
        onClick={() => mute(!isMuted)}
      >
        {isMuted ? "Unmute" : "Mute"}
      </Button>
      <Keypad press={press} />
    </>
  );
}

function Keypad({ press }: { press: (key: string) => void }) {
  const [pressed, setPressed] = useState("");
  const send = (key: string) => {
    press(key);
    setPressed(pressed + key);
  };
  return (
    <Popover position="bottom-end" withArrow shadow="md" trapFocus onOpen={() => setPressed("")}>
      <Popover.Target>
        <Button variant="default" leftSection={<IconDialpad size={16} />}>
          Keypad
        </Button>
      </Popover.Target>
      <Popover.Dropdown
        onKeyDown={({ key }) => {
          if (keys.includes(key)) send(key);
        }}
      >
        <Text ta="center" mih={24} role="status" aria-label="Pressed keys">
          {pressed}
        </Text>
        <SimpleGrid cols={3} spacing={8} verticalSpacing={8}>
          {keys.map((key) => (
            <Button key={key} variant="default" onClick={() => send(key)}>
              {key}
            </Button>
          ))}
        </SimpleGrid>
      </Popover.Dropdown>
    </Popover>
  );
}
