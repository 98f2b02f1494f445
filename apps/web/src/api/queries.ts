import { infiniteQueryOptions, queryOptions, useQueryClient } from "@tanstack/react-query";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import { call, callOne, type Input, type Item } from "./call.ts";

const keyOf = (shape: string, route: AnyRoute, input: object) => [route.path, shape, input] as const;

/** A list as a query: `useQuery(listOf(routes.numberSet.list))`. */
export const listOf = <R extends AnyRoute>(route: R, input: Omit<Input<R>, "signal"> = {}) =>
  queryOptions({
    queryKey: keyOf("list", route, input),
    queryFn: async ({ signal }): Promise<Item<R>[]> => (await call(route, { ...input, signal })).payload,
  });

/** A single thing as a query: `useQuery(oneOf(routes.contact.find, { params: { contactId } }))`. */
export const oneOf = <R extends AnyRoute>(route: R, input: Omit<Input<R>, "signal"> = {}) =>
  queryOptions({
    queryKey: keyOf("one", route, input),
    queryFn: ({ signal }): Promise<Item<R>> => callOne(route, { ...input, signal }),
  });

/** A list that pages by key as an infinite query; `rowsOf` joins its pages. */
export const pagesOf = <R extends AnyRoute>(route: R, input: Omit<Input<R>, "signal"> = {}) =>
  infiniteQueryOptions({
    queryKey: keyOf("pages", route, input),
    queryFn: ({ signal, pageParam }) =>
      call(route, {
        ...input,
        query: { ...(input.query as object), cursor: pageParam } as Input<R>["query"],
        signal,
      } as Input<R>),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });

/** The rows of all pages that have been read. */
export const rowsOf = <Row>(data: { pages: { payload: Row[] }[] } | undefined): Row[] | undefined =>
  data?.pages.flatMap((page) => page.payload);

/** Reloads the queries whose endpoint begins with one of the paths. */
export function useRefresh(): (...paths: string[]) => Promise<void> {
  const client = useQueryClient();
  return (...paths) =>
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === "string" && paths.some((p) => path.startsWith(p)),
    });
}
