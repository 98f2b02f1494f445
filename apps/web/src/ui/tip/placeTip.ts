/** The part of an element's rectangle that placing needs. */
interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
interface Size {
  width: number;
  height: number;
}

export type Side = "top" | "right";

/** Between the tip and its target, and between the tip and the edge of the window, in pixels. */
const gap = 5;
const edge = 8;

/** The place of a tip in the window: on its side, or on the other one where it has no room. */
export function placeTip(target: Area, tip: Size, view: Size, side: Side): { left: number; top: number } {
  const middle = (from: number, to: number, size: number, room: number) =>
    Math.max(edge, Math.min((from + to - size) / 2, room - size - edge));
  if (side === "right") {
    const fits = target.right + gap + tip.width <= view.width || target.left - gap - tip.width < 0;
    return {
      left: fits ? target.right + gap : target.left - gap - tip.width,
      top: middle(target.top, target.bottom, tip.height, view.height),
    };
  }
  const fits = target.top - gap - tip.height >= 0 || target.bottom + gap + tip.height > view.height;
  return {
    left: middle(target.left, target.right, tip.width, view.width),
    top: fits ? target.top - gap - tip.height : target.bottom + gap,
  };
}

/** Whether a target has left the window. */
export const isOutside = (target: Area, view: Size): boolean =>
  target.bottom < 0 || target.top > view.height || target.right < 0 || target.left > view.width;
