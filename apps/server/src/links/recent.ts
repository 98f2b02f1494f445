/** A small cache with a time to live and a size limit. */
export class Recent<Value> {
  private readonly kept = new Map<string, { value: Value; until: number }>();
  private readonly forMs: number;
  private readonly most: number;

  constructor(forMs: number, most: number) {
    this.forMs = forMs;
    this.most = most;
  }

  get(name: string): Value | undefined {
    const found = this.kept.get(name);
    if (found === undefined) return undefined;
    if (found.until > performance.now()) return found.value;
    this.kept.delete(name);
    return undefined;
  }

  /** Stores a value. An existing key keeps its expiry. */
  set(name: string, value: Value): void {
    const until = this.kept.get(name)?.until ?? performance.now() + this.forMs;
    this.kept.set(name, { value, until });
    // A Map iterates in insertion order.
    if (this.kept.size > this.most) this.kept.delete(this.kept.keys().next().value as string);
  }
}
