import { useEffect, useState } from "react";

/** The part of a long list that is drawn, and what is left free above and below it, in pixels. */
export interface VisibleRows {
  first: number;
  /** -1 if there are no rows. */
  last: number;
  before: number;
  after: number;
}
interface View {
  from: number;
  to: number;
}

/** Rows drawn above and below the visible ones, so that scrolling shows no gaps. */
const beside = 12;
/** The view is rounded to this, so that not every pixel draws the list again. */
const step = 120;
/** Until the list is measured. */
const firstView: View = { from: 0, to: 1080 };

/** The rows to draw between two positions of a list. */
export function visibleRows(count: number, heightOf: (index: number) => number, { from, to }: View): VisibleRows {
  const ends: number[] = [];
  let height = 0;
  for (let index = 0; index < count; index++) {
    height += heightOf(index);
    ends.push(height);
  }
  const endOf = (index: number) => ends[index] ?? 0;
  let start = 0;
  while (start < count - 1 && endOf(start) <= from) start++;
  let end = start;
  while (end < count - 1 && endOf(end) < to) end++;
  const first = Math.max(0, start - beside);
  const last = Math.min(count - 1, end + beside);
  return { first, last, before: first === 0 ? 0 : endOf(first - 1), after: height - endOf(last) };
}

interface Options {
  /** The element that scrolls. Null until it is on the page. */
  scroller: HTMLElement | null;
  count: number;
  heightOf: (index: number) => number;
  /** Draws all rows. */
  isShort?: boolean;
}

/** Draws a long list in part, and follows its scrolling. */
export function useVisibleRows({ scroller, count, heightOf, isShort = false }: Options): VisibleRows {
  const [view, setView] = useState(firstView);
  useEffect(() => {
    if (scroller === null || isShort) return;
    const read = () => {
      const from = Math.floor(scroller.scrollTop / step) * step;
      const to = Math.ceil((scroller.scrollTop + scroller.clientHeight) / step) * step;
      setView((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    const observer = new ResizeObserver(read);
    observer.observe(scroller);
    scroller.addEventListener("scroll", read, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener("scroll", read);
    };
  }, [scroller, isShort]);
  return isShort ? { first: 0, last: count - 1, before: 0, after: 0 } : visibleRows(count, heightOf, view);
}
