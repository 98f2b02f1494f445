import { Popover, type PopoverProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Stand, useOpened } from "./Stand.tsx";
import type { PopupState } from "./usePopup.ts";

interface Props extends PopupState {
  label?: string;
  padding?: number;
  look?: Omit<PopoverProps, "id" | "opened" | "onChange" | "children">;
  children: ReactNode;
}

/** What opens beside a button that is on the page already (`usePopup`). */
export function Popup({ id, button, isOpen, setOpen, label, padding, look, children }: Props) {
  return (
    <Popover id={id} opened={useOpened(isOpen)} onChange={setOpen} withinPortal trapFocus returnFocus {...look}>
      <Popover.Target>
        <Stand for={button} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label} {...(padding !== undefined && { p: padding })}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}
