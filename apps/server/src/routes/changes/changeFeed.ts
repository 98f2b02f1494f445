import { PassThrough, type Readable } from "node:stream";
import { type ChangeHint, type ChangeKind, changeKinds } from "@trunkline/contract/changes/change.ts";
import type { Api } from "../../http/handle.ts";
import { listChangesOf } from "../../store/changes/change.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import { isLostConnection } from "../../store/database.ts";
import { listSessionRights } from "../../store/identity/session.ts";
import { type Rights, shownKinds } from "./shownKinds.ts";

const pollMs = 500;
/** Changes of so many seconds are read each time. A poll that is later than half of it may have missed some. */
const readSeconds = 10;
/** A kind is announced once a second, less often where its pages would ask for more than 200 answers a second. */
const leastWithinMs = 1_000;
const msPerStream = 5;
const beatMs = 15_000;
/** How soon a stream ends after its session, and follows what the user may see. */
const checkMs = 2_000;
/** A reader that is so far behind is not reading. */
const mostUnreadBytes = 64 * 1024;

/** An open stream of a page. */
interface Stream {
  account: string;
  /** The hash of the session's token, in hexadecimal digits. */
  session: string;
  kinds: ReadonlySet<ChangeKind>;
  endsAt: number;
  out: PassThrough;
}

/** What one account's streams have been sent. */
interface Line {
  streams: Set<Stream>;
  /** The last counts that were read. */
  counts: Map<ChangeKind, number>;
  /** Kinds that are still to be announced. */
  due: Set<ChangeKind>;
  announcedAt: Map<ChangeKind, number>;
}

/** The open streams of a process. One query reads the changes of all of them (decision 0112). */
export class ChangeFeed {
  private readonly lines = new Map<string, Line>();
  private readonly api: Pick<Api, "db" | "log">;
  private timer: NodeJS.Timeout | null = null;
  private polledAt = 0;
  private checkedAt = 0;
  private beatAt = 0;

  constructor(api: Pick<Api, "db" | "log">) {
    this.api = api;
  }

  /** The open streams of a session. */
  countOf(account: string, session: string): number {
    return [...(this.lines.get(account)?.streams ?? [])].filter((one) => one.session === session).length;
  }

  /** Opens a stream. It begins with what has changed in the last seconds, while the page was loading. */
  async open(account: string, session: string, rights: Rights, seconds: number): Promise<Readable> {
    const out = new PassThrough();
    const stream: Stream = {
      account,
      session,
      kinds: shownKinds(rights),
      endsAt: performance.now() + seconds * 1_000,
      out,
    };
    // it is in the line first, so that it misses nothing of what is written during the query
    const line = this.lines.get(account) ?? {
      streams: new Set(),
      counts: new Map(),
      due: new Set(),
      announcedAt: new Map(),
    };
    this.lines.set(account, line);
    line.streams.add(stream);
    out.on("close", () => this.remove(stream));
    try {
      const rows = await this.api.db.tx([account], (q) => listChangesOf(q, [account], readSeconds));
      for (const { kind, changes } of rows) if (!line.counts.has(kind)) line.counts.set(kind, changes);
      out.write("retry: 3000\n\n");
      const kinds = rows.map(({ kind }) => kind).filter((kind) => stream.kinds.has(kind));
      send(stream, "ready", { kinds, withinMs: withinMsOf(line) });
    } catch (error) {
      out.destroy();
      throw error;
    }
    if (seconds === 0) out.end();
    this.plan();
    return out;
  }

  /** Ends every stream. Pages open them again, at another process if this one stops. */
  close(): void {
    for (const { streams } of this.lines.values()) for (const { out } of streams) out.end();
  }

  private remove(stream: Stream): void {
    const line = this.lines.get(stream.account);
    line?.streams.delete(stream);
    if (line?.streams.size === 0) this.lines.delete(stream.account);
  }

  private plan(): void {
    if (this.timer !== null) return;
    this.timer = setTimeout(() => {
      void this.turn().finally(() => {
        this.timer = null;
        if (this.lines.size > 0) this.plan();
        // a pause without streams misses nothing
        else this.polledAt = 0;
      });
    }, pollMs);
    this.timer.unref();
  }

  /** One turn: reads, announces, and ends what is over. */
  private async turn(): Promise<void> {
    const now = performance.now();
    try {
      await this.read(now);
      if (now - this.checkedAt >= checkMs) await this.check(now);
    } catch (error) {
      if (!isLostConnection(error)) this.api.log.error({ err: error }, "the streams of changes have ended");
      this.close();
      return;
    }
    const isBeat = now - this.beatAt >= beatMs;
    if (isBeat) this.beatAt = now;
    for (const line of this.lines.values()) {
      announce(line, now);
      for (const stream of line.streams) {
        if (isBeat) send(stream, "beat", { kinds: [], withinMs: withinMsOf(line) });
        if (now >= stream.endsAt) stream.out.end();
      }
    }
  }

  private async read(now: number): Promise<void> {
    const hasMissed = this.polledAt > 0 && now - this.polledAt > (readSeconds * 1_000) / 2;
    this.polledAt = now;
    const accounts = [...this.lines.keys()];
    const { db } = this.api;
    const hear = async (some: readonly string[]): Promise<void> => {
      for (const { accountId, kind, changes } of await db.tx(some, (q) => listChangesOf(q, some, readSeconds))) {
        const line = this.lines.get(accountId);
        if (line === undefined || line.counts.get(kind) === changes) continue;
        line.counts.set(kind, changes);
        line.due.add(kind);
      }
    };
    // pages of an account whose node is away learn of changes by their polls
    await eachInTurn(accountGroups(db, accounts, accounts.length || 1), hear, () => {});
    if (hasMissed) for (const { due } of this.lines.values()) for (const kind of changeKinds) due.add(kind);
  }

  /** Ends the streams of sessions that have ended or moved to another account, in one query for all. */
  private async check(now: number): Promise<void> {
    this.checkedAt = now;
    const streams = [...this.lines.values()].flatMap((line) => [...line.streams]);
    const hashes = [...new Set(streams.map(({ session }) => session))].map((hash) => Buffer.from(hash, "hex"));
    const rows = await this.api.db.global((q) => listSessionRights(q, hashes));
    const sessions = new Map(rows.map((row) => [row.hash, row]));
    for (const stream of streams) {
      const found = sessions.get(stream.session);
      if (found?.account !== stream.account || !found.role || found.signOnNeeded || found.twoFactorNeeded)
        stream.out.end();
      else stream.kinds = shownKinds({ role: found.role, privileges: found.privileges ?? [] });
    }
  }
}

const withinMsOf = ({ streams }: Line): number => Math.max(leastWithinMs, streams.size * msPerStream);

function announce(line: Line, now: number): void {
  const withinMs = withinMsOf(line);
  const ready = [...line.due].filter(
    (kind) => now - (line.announcedAt.get(kind) ?? -withinMs) >= withinMs - pollMs / 2,
  );
  if (ready.length === 0) return;
  for (const kind of ready) {
    line.due.delete(kind);
    line.announcedAt.set(kind, now);
  }
  for (const stream of line.streams) {
    const kinds = ready.filter((kind) => stream.kinds.has(kind));
    if (kinds.length > 0) send(stream, "changed", { kinds, withinMs });
  }
}

function send({ out }: Stream, event: "ready" | "changed" | "beat", hint: ChangeHint): void {
  if (out.writableEnded) return;
  if (out.writableLength > mostUnreadBytes) out.destroy();
  else out.write(`event: ${event}\ndata: ${JSON.stringify(hint)}\n\n`);
}
