/** What the coordinator of a cluster answers while one of its nodes does not: most name its address. */
const awayText =
  /\bnode (?:\S+@)?(\S+:\d+)(?: failed| after \d+ ms)|^failure on connection marked as essential: (\S+:\d+)|^could not commit transaction for shard/;

/** A node that is away is asked once in this time. */
const probeEveryMs = 1_000;

/** A transaction that was not tried, because the node of its account has just been away. */
export class NodeAway extends Error {
  override name = "NodeAway";
  /** The code of a broken connection. */
  readonly code = "08006";
}

/** True where the database answers and the node of an account does not. */
export const isNodeAway = (error: unknown): boolean =>
  error instanceof Error && (awayText.test(error.message) || isNodeAway(error.cause));

/** The address of the node that is away. */
function readNode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [, host, essential] = awayText.exec(error.message) ?? [];
  return host ?? essential ?? readNode(error.cause);
}

/**
 * Remembers nodes of a cluster that are away. Transactions of their accounts are refused at once, but for one a second that
 * probes the node, so that the accounts of other nodes find connections and workers free (decision 0117).
 */
export class NodesAway {
  private readonly placeOf: (accountId: string) => Promise<string | undefined>;
  private readonly nodeOf = new Map<string, string>();
  private readonly away = new Map<string, { reason: string; probeAt: number }>();

  /** `placeOf` answers the address of an account's node: a statement may fail because of another one. */
  constructor(placeOf: (accountId: string) => Promise<string | undefined>) {
    this.placeOf = placeOf;
  }

  /** Runs a transaction of one account, unless its node is away. */
  async guard<T>(accountId: string, run: () => Promise<T>): Promise<T> {
    const reason = this.refusalOf(accountId);
    if (reason !== undefined) throw new NodeAway(reason);
    try {
      const result = await run();
      this.forget(accountId);
      return result;
    } catch (error) {
      await this.note(accountId, error);
      throw error;
    }
  }

  private async note(accountId: string, error: unknown): Promise<void> {
    const node = readNode(error);
    if (node === undefined || (await this.placeOf(accountId).catch(() => undefined)) !== node) return;
    this.nodeOf.set(accountId, node);
    this.away.set(node, { reason: (error as Error).message, probeAt: performance.now() + probeEveryMs });
  }

  private refusalOf(accountId: string): string | undefined {
    const away = this.away.get(this.nodeOf.get(accountId) ?? "");
    if (away === undefined) return undefined;
    const now = performance.now();
    if (now < away.probeAt) return away.reason;
    // this transaction is the probe, and the others are refused until it has ended
    away.probeAt = now + probeEveryMs;
    return undefined;
  }

  /** The node answered, or the account has moved to another one. */
  private forget(accountId: string): void {
    const node = this.nodeOf.get(accountId);
    if (node === undefined) return;
    this.nodeOf.delete(accountId);
    this.away.delete(node);
  }
}
