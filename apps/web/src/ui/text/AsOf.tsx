import { Text } from "@mantine/core";
import { Time } from "./Time.tsx";

/** How soon a page asks again for figures that are counted in the background. */
export const countedAheadMs = 10_000;

/** When the figures of a large run were counted (decision 0115); nothing where they are of this moment. */
export function AsOf({ at }: { at: string | null | undefined }) {
  if (!at) return null;
  return (
    <Text size="sm" c="dimmed">
      As of <Time at={at} />. So many contacts are counted in the background.
    </Text>
  );
}
