import type { QueryClient } from "@tanstack/react-query";
import { type ChangeHint, type ChangeKind, changeKinds } from "@trunkline/contract/changes/change.ts";
import { setLive } from "./liveState.ts";
import { readStream, type Word } from "./readStream.ts";
import { reloadChanged } from "./reloadChanged.ts";

/** Without a word for so long, the stream is broken, whatever the browser says. The server sends a beat every 15 seconds. */
const silentMs = 40_000;

/** A new tab asks the one with the stream whether changes are announced. */
const hello = "hello";
type Message = Word | typeof hello;

/**
 * Keeps the open page up to date by the stream of changes (decision 0112). Browsers open few connections to a server, so
 * the tabs of a browser share one stream: the tab with the lock reads it and passes on what it hears. Where the browser
 * has no locks, on plain http, each visible tab reads its own.
 */
export function followChanges(client: QueryClient, account: string): () => void {
  const ending = new AbortController();
  const page = listen(client);
  if (!("locks" in navigator)) {
    void readStream(account, page.hear, { signal: ending.signal, whileVisible: true });
    return () => {
      ending.abort();
      page.end();
    };
  }
  const name = `trunkline.changes.${account}`;
  const channel = new BroadcastChannel(name);
  let spoken: Word | undefined;
  const speak = (word: Word) => {
    spoken = word;
    page.hear(word);
    channel.postMessage(word);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data !== hello) page.hear(data);
    else if (spoken !== undefined) channel.postMessage(spoken && { ...spoken, kinds: [] });
  });
  channel.postMessage(hello);
  const read = () => readStream(account, speak, { signal: ending.signal, whileVisible: false });
  navigator.locks.request(name, { signal: ending.signal }, read).catch(() => undefined);
  return () => {
    ending.abort();
    channel.close();
    page.end();
  };
}

/** Reloads what the page shows, at once or as soon as it is visible again. */
function listen(client: QueryClient): { hear(word: Word): void; end(): void } {
  const missed = new Set<ChangeKind>();
  let silence: ReturnType<typeof setTimeout> | undefined;
  let isBroken = false;
  const show = () => {
    if (document.hidden || missed.size === 0) return;
    const kinds = new Set(missed);
    missed.clear();
    reloadChanged(client, kinds);
  };
  const changed = (hint: ChangeHint) => {
    // what changed while the stream was broken is not known
    for (const kind of isBroken ? changeKinds : hint.kinds) missed.add(kind);
    isBroken = false;
    show();
  };
  const hear = (word: Word) => {
    clearTimeout(silence);
    setLive(word?.withinMs ?? null);
    if (word === null) {
      isBroken = true;
      return;
    }
    silence = setTimeout(() => hear(null), silentMs);
    changed(word);
  };
  document.addEventListener("visibilitychange", show);
  return {
    hear,
    end() {
      clearTimeout(silence);
      document.removeEventListener("visibilitychange", show);
      setLive(null);
    },
  };
}
