import { Pill } from "@mantine/core";

/** An active filter that can be removed. */
export const Chip = ({ words, remove }: { words: string; remove: () => void }) => (
  <Pill withRemoveButton onRemove={remove} removeButtonProps={{ "aria-label": `Remove filter ${words}`, size: 24 }}>
    {words}
  </Pill>
);
