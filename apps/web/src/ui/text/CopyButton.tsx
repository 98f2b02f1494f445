import { ActionIcon, CopyButton as Copy } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Tooltip } from "../tip/Tooltip.tsx";

/** Copies a value. `what` names it ("workflow ID"); `tooltip` replaces the tooltip. */
export function CopyButton({ value, what, tooltip }: { value: string; what: string; tooltip?: string }) {
  return (
    <Copy value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : (tooltip ?? `Copy ${what}`)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={copied ? `Copied ${what}` : `Copy ${what}`}
            onClick={(event) => {
              event.stopPropagation();
              copy();
            }}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copy>
  );
}
