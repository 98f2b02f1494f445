import type { AnyRoute } from "@trunkline/contract/route.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { invalid } from "./problem.ts";

/** Returns the requested page of an unpaged list, or the whole list if no page is requested. */
export function pageOfWhole<Item>(route: AnyRoute, query: unknown, items: Item[]): Item[] | PageOfWhole<Item> {
  if (route.pagedBy === undefined) return items;
  const { limit, cursor } = query as { limit?: number; cursor?: string };
  if (limit === undefined && cursor === undefined) return items;
  const idOf = (item: Item): string => String(ownValue(item as Record<string, unknown>, route.pagedBy as string));
  const from = cursor === undefined ? 0 : placeAfter(cursor, items.map(idOf));
  const payload = items.slice(from, limit === undefined ? undefined : from + limit);
  const last = payload.at(-1);
  const isEnd = from + payload.length >= items.length;
  return { payload, next: isEnd || last === undefined ? null : writeCursor(from + payload.length, idOf(last)) };
}

export interface PageOfWhole<Item> {
  payload: Item[];
  next: string | null;
}

const writeCursor = (place: number, lastId: string): string =>
  Buffer.from(JSON.stringify([place, lastId])).toString("base64url");

/** The position after the last item of the previous page, also if that item was removed. */
function placeAfter(cursor: string, ids: readonly string[]): number {
  const [place, lastId] = readCursor(cursor);
  const at = ids.indexOf(lastId);
  return at >= 0 ? at + 1 : Math.min(place - 1, ids.length);
}

function readCursor(text: string): [place: number, lastId: string] {
  try {
    const [place, lastId]: unknown[] = JSON.parse(Buffer.from(text, "base64url").toString());
    if (Number.isSafeInteger(place) && Number(place) > 0 && typeof lastId === "string") return [Number(place), lastId];
  } catch {
    // refused below
  }
  throw invalid("cursor must be the next of the previous page", "query.cursor");
}
