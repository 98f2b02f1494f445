import { Text } from "@mantine/core";
import { useSoundState } from "./soundState.ts";

/** Why calls have no sound in this browser. */
export function SoundProblem() {
  const problem = useSoundState((sound) => sound.problem);
  return problem === null ? null : (
    <Text size="sm" c="red" role="alert">
      No sound in this browser: {problem}
    </Text>
  );
}
