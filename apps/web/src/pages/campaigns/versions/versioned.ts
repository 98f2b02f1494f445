import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { WorkflowVersion } from "@trunkline/contract/workflows/version.ts";

type Read = (
  query: { limit: number; cursor?: string | undefined },
  signal: AbortSignal,
) => Promise<{ payload: WorkflowVersion[]; next?: string | null | undefined }>;

/** The versions of one workflow, of whichever kind: how they are read and restored. */
export interface Versioned extends ReturnType<typeof versionLists> {
  /** Saves an older one as the newest and answers its number. */
  restore: (version: number, basedOn: number) => Promise<number>;
  /** What is stale afterwards. */
  stale: readonly string[];
  /** What the notices of a restore are called. */
  titles: { failed: string; done: string };
  /** What goes by the newest version. */
  newestIs: (newest: number) => string;
}

/** The lists of the versions behind a call. */
export const versionLists = (key: readonly string[], read: Read) => ({
  /** All of them by pages, newest first. */
  pages: infiniteQueryOptions({
    queryKey: [...key, "pages"],
    queryFn: ({ signal, pageParam }) => read({ limit: 50, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  }),
  /** The newest one alone. */
  newest: queryOptions({
    queryKey: [...key, "newest"],
    queryFn: async ({ signal }) => (await read({ limit: 1 }, signal)).payload[0] ?? null,
  }),
});
