import { Pill } from "@mantine/core";

/** A filter that is not chosen here and can be taken away. */
export const Chip = ({ words, remove }: { words: string; remove: () => void }) => (
  <Pill withRemoveButton onRemove={remove} removeButtonProps={{ "aria-label": `Remove filter ${words}`, size: 24 }}>
    {words}
  </Pill>
);
