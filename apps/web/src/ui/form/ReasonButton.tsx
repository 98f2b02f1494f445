import { Button, type ButtonProps } from "@mantine/core";
import type { ButtonHTMLAttributes } from "react";
import { Tooltip } from "../tip/Tooltip.tsx";

type Props = ButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> & {
    /** Why the button is disabled. Undefined if it is enabled. */
    reason: string | undefined;
  };

/** A button that shows why it is disabled, on hover and focus. */
export function ReasonButton({ reason, onClick, type, ...rest }: Props) {
  if (reason === undefined) return <Button type={type ?? "button"} onClick={onClick} {...rest} />;
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Button {...rest} type="button" data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
