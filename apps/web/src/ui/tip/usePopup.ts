import { type ButtonHTMLAttributes, type Ref, useId, useState } from "react";

/** A button, and what opens beside it. */
export interface Popped {
  /** The attributes of the button. */
  button: Pick<
    ButtonHTMLAttributes<HTMLButtonElement>,
    "id" | "aria-haspopup" | "aria-expanded" | "aria-controls" | "onClick" | "onKeyDown" | "onFocus" | "onPointerEnter"
  > & { ref: Ref<HTMLButtonElement> };
  /** Undefined until it is first opened: it loads what it needs. */
  popup: PopupState | undefined;
}

/** What a popup knows of its button. */
export interface PopupState {
  id: string;
  button: HTMLButtonElement | null;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/** A button with a popup that is loaded when the button is reached for. The button stays, and keeps the focus. */
export function usePopup(load: () => Promise<unknown>, as: "dialog" | "menu" = "dialog"): Popped {
  const id = useId();
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  // the popup says so if it could not be loaded
  const reach = () => void load().catch(() => {});
  return {
    button: {
      id,
      ref: setButton,
      "aria-haspopup": as,
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? `${id}-dropdown` : undefined,
      onClick: () => {
        setWanted(true);
        setOpen(!isOpen);
      },
      // the focus is still here while the popup opens
      onKeyDown: ({ key }) => {
        if (key === "Escape") setOpen(false);
      },
      onFocus: reach,
      onPointerEnter: reach,
    },
    popup: isWanted ? { id, button, isOpen, setOpen } : undefined,
  };
}
