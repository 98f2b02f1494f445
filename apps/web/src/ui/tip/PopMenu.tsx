import { Menu, type MenuProps } from "@mantine/core";
import type { ReactNode } from "react";
import { Stand, useOpened } from "./Stand.tsx";
import type { PopupState } from "./usePopup.ts";

interface Props extends PopupState {
  look?: Omit<MenuProps, "id" | "opened" | "onChange" | "children">;
  children: ReactNode;
}

/** A menu that opens beside a button that is on the page already (`usePopup`). */
export const PopMenu = ({ id, button, isOpen, setOpen, look, children }: Props) => (
  <Menu id={id} opened={useOpened(isOpen)} onChange={setOpen} {...look}>
    <Menu.Target>
      <Stand for={button} />
    </Menu.Target>
    <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
      {children}
    </Menu.Dropdown>
  </Menu>
);
