import {
  cloneElement,
  type HTMLAttributes,
  type MouseEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { isOutside, placeTip, type Side } from "./placeTip.ts";
import classes from "./Tooltip.module.css";

interface Props {
  label: ReactNode;
  /** The element that is explained. */
  children: ReactElement<HTMLAttributes<Element>>;
  position?: Side;
  disabled?: boolean;
  /** Wraps a long label at `maw` pixels. */
  multiline?: boolean;
  maw?: number;
}

const openDelayMs = 250;

const isMouse = ({ pointerType }: PointerEvent): boolean => pointerType === "mouse";

/**
 * Explains an element while the pointer is over it or the keyboard is on it. Escape closes it. Every page has some, so
 * they load nothing: the library's tooltips bring what its menus and drop-down lists are placed with.
 */
export function Tooltip({ label, children, disabled = false, ...look }: Props) {
  const id = useId();
  const [target, setTarget] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setTarget(null);
  };
  const enter = ({ currentTarget }: MouseEvent) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setTarget(currentTarget), openDelayMs);
  };
  const own = children.props;
  const isOpen = target !== null && !disabled;
  const handlers: HTMLAttributes<Element> = {
    // after a tap
    onMouseEnter: (event) => {
      own.onMouseEnter?.(event);
      enter(event);
    },
    onMouseLeave: (event) => {
      own.onMouseLeave?.(event);
      close();
    },
    // a disabled button has no other events
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      if (isMouse(event)) enter(event);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      if (isMouse(event)) close();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(":focus-visible")) setTarget(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      close();
    },
  };
  return (
    <>
      {cloneElement(children, { ...handlers, ...(isOpen && { "aria-describedby": id }) })}
      {isOpen
        ? createPortal(
            <Tip id={id} target={target} close={close} {...look}>
              {label}
            </Tip>,
            document.body,
          )
        : null}
    </>
  );
}

interface TipProps extends Pick<Props, "position" | "multiline" | "maw"> {
  id: string;
  target: Element;
  close: () => void;
  children: ReactNode;
}

function Tip({ id, target, close, position = "top", multiline = false, maw, children }: TipProps) {
  const tip = useRef<HTMLDivElement>(null);
  // at each rendering, because another label has another size
  useLayoutEffect(() => {
    const place = () => {
      if (tip.current === null) return;
      const area = target.getBoundingClientRect();
      const view = { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight };
      const { left, top } = placeTip(area, tip.current.getBoundingClientRect(), view, position);
      tip.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
      tip.current.style.visibility = target.isConnected && !isOutside(area, view) ? "" : "hidden";
    };
    place();
    addEventListener("scroll", place, { capture: true, passive: true });
    addEventListener("resize", place);
    return () => {
      removeEventListener("scroll", place, { capture: true });
      removeEventListener("resize", place);
    };
  });
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    const onPress = (event: Event) => {
      if (!(event.target instanceof Node && target.contains(event.target))) close();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPress);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPress);
    };
  });
  return (
    <div
      ref={tip}
      id={id}
      role="tooltip"
      className={classes["tip"]}
      data-multiline={multiline || undefined}
      style={maw === undefined ? undefined : { maxWidth: maw }}
    >
      {children}
    </div>
  );
}
