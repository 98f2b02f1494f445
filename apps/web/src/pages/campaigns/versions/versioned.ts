import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { WorkflowVersion } from "@trunkline/contract/workflows/version.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";

type Read = (
  query: { limit: number; cursor?: string | undefined },
  signal: AbortSignal,
) => Promise<{ payload: WorkflowVersion[]; next?: string | null | undefined }>;

/** Reads and restores the versions of an outbound or inbound workflow. */
export interface Versioned extends ReturnType<typeof versionLists> {
  /** Saves an older version as the newest and returns its number. */
  restore: (version: number, basedOn: number) => Promise<number>;
  /** The graph of a version, with its settings. Before the first version (0) it is empty. */
  graph: (version: number) => Promise<Graph>;
  /** Gives a version a name and a note. */
  label: (version: number, label: { name: string; note: string }) => Promise<WorkflowVersion>;
  /** The address of a version. */
  href: (version: number) => string;
  /** Query paths to reload afterwards. */
  stale: readonly string[];
  /** Titles of the restore toasts. */
  titles: { failed: string; done: string };
  /** The page about contacts on their way on older versions, where there are such contacts. */
  onTheirWay?: string;
  /** How many contacts are on their way on versions before the newest. */
  countOnTheirWay?: () => Promise<number>;
  /** Describes what the newest version is used for. */
  newestIs: (newest: number) => string;
}

/** What a version is called: "Before the sale (version 3)". */
export const titleOfVersion = ({ version, name }: Pick<WorkflowVersion, "version" | "name">): string =>
  name === "" ? `Version ${version}` : `${name} (version ${version})`;

/** The address that shows a version of the workflow at this path. */
export const addressOfVersion = (path: string, version: number): string =>
  `${window.location.origin}${path}?version=${version}`;

/** Queries for the versions of a workflow. */
export const versionLists = (key: readonly string[], read: Read) => ({
  /** Begins the keys of all its queries. */
  key,
  /** All versions page by page, newest first. */
  pages: infiniteQueryOptions({
    queryKey: [...key, "pages"],
    queryFn: ({ signal, pageParam }) => read({ limit: 50, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  }),
  /** Only the newest version. */
  newest: queryOptions({
    queryKey: [...key, "newest"],
    queryFn: async ({ signal }) => (await read({ limit: 1 }, signal)).payload[0] ?? null,
  }),
});
