import { InputBase, type SelectProps } from "@mantine/core";
import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { arrived } from "../page/lazyPart.tsx";
import { toastError } from "../page/toast.tsx";
import { useSoon } from "../page/usePreload.ts";
import classes from "./LaterSelect.module.css";
import { labelIn } from "./labelIn.ts";

let loaded: ComponentType<SelectProps> | undefined;
const load = async () => {
  loaded ??= (await arrived(() => import("./OpenSelect.tsx"))).OpenSelect;
  return loaded;
};

const openingKeys = ["ArrowDown", "ArrowUp", "Enter", " "];

/**
 * A drop-down list that is loaded when the page is idle, or when it is opened. Until then a field of the same look and
 * role shows the chosen value. For filters of lists, which load no other drop-down list.
 */
export function LaterSelect(props: SelectProps) {
  const [Loaded, setLoaded] = useState(() => loaded);
  const [isAsked, setAsked] = useState(false);
  const [hadFocus, setHadFocus] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isSoon = useSoon();
  const isWanted = Loaded === undefined && (isAsked || isSoon);
  useEffect(() => {
    if (!isWanted) return;
    let isLeft = false;
    load().then(
      (arrivedSelect) => {
        if (isLeft) return;
        setHadFocus(document.activeElement === field.current);
        setLoaded(() => arrivedSelect);
      },
      (problem: unknown) => {
        if (isLeft || !isAsked) return;
        setAsked(false);
        toastError("Error opening the list", problem, "later-select");
      },
    );
    return () => {
      isLeft = true;
    };
  }, [isWanted, isAsked]);
  if (Loaded) return <Loaded {...props} autoFocus={hadFocus || isAsked} defaultDropdownOpened={isAsked} />;
  const { label, w, size, placeholder, disabled, data = [], value, "aria-label": name } = props;
  const { leftSection, leftSectionWidth, leftSectionProps } = props;
  const ask = (event: KeyboardEvent) => {
    if (!openingKeys.includes(event.key)) return;
    event.preventDefault();
    setAsked(true);
  };
  return (
    <InputBase
      ref={field}
      label={label}
      aria-label={name}
      size={size}
      w={w}
      leftSection={leftSection}
      leftSectionWidth={leftSectionWidth}
      leftSectionProps={leftSectionProps}
      placeholder={placeholder}
      disabled={disabled}
      loading={isAsked}
      readOnly
      pointer
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      rightSection={<Chevron />}
      value={labelIn(data, value ?? null)}
      onPointerEnter={() => void load().catch(() => {})}
      onClick={() => setAsked(true)}
      onKeyDown={ask}
    />
  );
}

/** The mark of the drop-down lists. */
const Chevron = () => (
  <svg className={classes["chevron"]} viewBox="0 0 15 15" fill="none" stroke="currentColor" aria-hidden>
    <path d="M5.25 5.75 7.5 3.5l2.25 2.25M5.25 9.25 7.5 11.5l2.25-2.25" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);
