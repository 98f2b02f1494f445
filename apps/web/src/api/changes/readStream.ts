import { type ChangeHint, changeRoutes } from "@trunkline/contract/changes/change.ts";
import { addressOf } from "../call.ts";

/** What a stream says; null: it is broken. */
export type Word = ChangeHint | null;

/** The browser opens a stream again by itself, but not after a refusal, such as too many open pages. */
const againMs = 30_000;

/** Reads the stream of changes until the signal. */
export function readStream(
  account: string,
  hear: (word: Word) => void,
  { signal, whileVisible }: { signal: AbortSignal; whileVisible: boolean },
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };
  const open = () => {
    close();
    const opened = new EventSource(addressOf(changeRoutes.stream, {}, { account }));
    source = opened;
    for (const event of ["ready", "changed", "beat"])
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => hear(JSON.parse(data) as ChangeHint));
    opened.addEventListener("error", () => {
      hear(null);
      if (opened.readyState === EventSource.CLOSED) again = setTimeout(open, againMs);
    });
  };
  const follow = () => {
    if (!document.hidden) return open();
    close();
    hear(null);
  };
  if (whileVisible) document.addEventListener("visibilitychange", follow);
  signal.addEventListener("abort", () => {
    close();
    document.removeEventListener("visibilitychange", follow);
    resolve();
  });
  if (!whileVisible || !document.hidden) open();
  return promise;
}
