// What the canvas needs of d3-transition and d3-interpolate, which bring colors, strings, SVG transforms and a clock of
// their own. The build puts this in their place (vite.config.ts).

/** The middle of a view and its width, as d3-zoom interpolates them. */
type View = readonly [x: number, y: number, width: number];
type Listener = (this: Element) => void;

/** A view between two others: what both show at one place stays there, as when the wheel zooms. */
export function interpolateZoom(from: View, to: View): (part: number) => View {
  const [fromX, fromY, fromWidth] = from;
  const [toX, toY, toWidth] = to;
  return (part) => {
    const width = fromWidth * (toWidth / fromWidth) ** part;
    const way = toWidth === fromWidth ? part : (width - fromWidth) / (toWidth - fromWidth);
    return [fromX + (toX - fromX) * way, fromY + (toY - fromY) * way, width];
  };
}

/** The transitions of an element that run or are about to. */
const motions = new WeakMap<Element, Set<ZoomMotion>>();

/** Stops what moves an element. */
export function interrupt(element: Element): void {
  for (const motion of motions.get(element) ?? []) motion.stop();
}

/** A selection of d3 that holds one element. */
interface One {
  node: () => Element | null;
}

/** What `selection.transition()` returns, as far as d3-zoom and React Flow use it. */
export class ZoomMotion {
  readonly #of: One;
  readonly #element: Element | null;
  readonly #listeners: { type: string; listener: Listener }[] = [];
  #durationMs = 250;
  #ease = (part: number): number => part;
  #begin: (this: Element) => (part: number) => void = () => () => {};
  #frame: number;
  #hasStarted = false;

  constructor(of: One) {
    this.#of = of;
    this.#element = of.node();
    if (this.#element !== null) motions.set(this.#element, new Set([...(motions.get(this.#element) ?? []), this]));
    this.#frame = requestAnimationFrame(() => this.#start());
  }
  selection(): One {
    return this.#of;
  }
  duration(ms: number): this {
    this.#durationMs = ms;
    return this;
  }
  ease(ease: (part: number) => number): this {
    this.#ease = ease;
    return this;
  }
  /** Listens to "start", "interrupt" and "end". What follows a dot is the name of the listener. */
  on(types: string, listener: Listener): this {
    for (const type of types.split(" ")) this.#listeners.push({ type: type.replace(/\..*/, ""), listener });
    return this;
  }
  tween(_name: string, begin: (this: Element) => (part: number) => void): this {
    this.#begin = begin;
    return this;
  }
  call(act: (motion: this, ...rest: unknown[]) => void, ...rest: unknown[]): this {
    act(this, ...rest);
    return this;
  }
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#leave();
    if (this.#hasStarted) this.#tell("interrupt");
  }

  #tell(type: string): void {
    const element = this.#element;
    if (element === null) return;
    for (const heard of this.#listeners) if (heard.type === type) heard.listener.call(element);
  }
  #leave(): void {
    if (this.#element !== null) motions.get(this.#element)?.delete(this);
  }
  #start(): void {
    const element = this.#element;
    if (element === null) return;
    for (const other of motions.get(element) ?? []) if (other !== this) other.stop();
    this.#hasStarted = true;
    this.#tell("start");
    // a listener may have stopped it
    if (!motions.get(element)?.has(this)) return;
    const move = this.#begin.call(element);
    const startedAt = performance.now();
    const step = (): void => {
      const part = Math.min(1, (performance.now() - startedAt) / this.#durationMs);
      move(part < 1 ? this.#ease(part) : 1);
      if (!motions.get(element)?.has(this)) return;
      if (part < 1) this.#frame = requestAnimationFrame(step);
      else {
        this.#leave();
        this.#tell("end");
      }
    };
    this.#frame = requestAnimationFrame(step);
  }
}
