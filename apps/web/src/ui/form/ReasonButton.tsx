import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { ButtonHTMLAttributes } from "react";

type Props = ButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof ButtonProps> & {
    /** Why it cannot be pressed; without it, it can. */
    reason: string | undefined;
  };

/** A button that says why it is disabled, to the pointer and to the keyboard. */
export function ReasonButton({ reason, onClick, type, ...rest }: Props) {
  if (reason === undefined) return <Button type={type ?? "button"} onClick={onClick} {...rest} />;
  return (
    <Tooltip label={reason} multiline maw={320}>
      <Button {...rest} type="button" data-disabled aria-disabled onClick={(event) => event.preventDefault()} />
    </Tooltip>
  );
}
