/** A scheduled entry. Entries of the same instant keep their order. */
interface Entry<Event> {
  atMs: number;
  order: number;
  event: Event;
}

/** A priority queue by instant: a binary heap, because a simulation has one entry per contact. */
export class Timeline<Event> {
  private readonly heap: Entry<Event>[] = [];
  private added = 0;

  get size(): number {
    return this.heap.length;
  }

  add(atMs: number, event: Event): void {
    const { heap } = this;
    let index = heap.push({ atMs, order: this.added++, event }) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.before(index, parent)) break;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the earliest entry. */
  take(): { atMs: number; event: Event } | undefined {
    const { heap } = this;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    heap[0] = last;
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      if (left >= heap.length) return first;
      const child = left + 1 < heap.length && this.before(left + 1, left) ? left + 1 : left;
      if (!this.before(child, index)) return first;
      this.swap(child, index);
      index = child;
    }
  }

  private before(one: number, other: number): boolean {
    const a = this.heap[one]!;
    const b = this.heap[other]!;
    return a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order);
  }

  private swap(one: number, other: number): void {
    const kept = this.heap[one]!;
    this.heap[one] = this.heap[other]!;
    this.heap[other] = kept;
  }
}
