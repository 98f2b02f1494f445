import { useCallback, useEffect, useLayoutEffect, useState } from "react";

/** How many of the items from the first on end above the lower edge of their list. Pixels may be fractions. */
export function countInside(height: number, ends: readonly number[]): number {
  const first = ends.findIndex((end) => end > height + 1);
  return first < 0 ? ends.length : first;
}

/** A list of the wall that hides what has no room, and how many of its items have room. */
export function useInside<List extends HTMLElement>(isWall: boolean) {
  const [list, setList] = useState<List | null>(null);
  const [inside, setInside] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback(() => {
    if (list === null || !isWall) return setInside(Number.POSITIVE_INFINITY);
    const ends = [...list.children].map((item) => (item as HTMLElement).offsetTop + (item as HTMLElement).offsetHeight);
    setInside(countInside(list.clientHeight, ends));
  }, [list, isWall]);
  // after each rendering, because items come and go
  useLayoutEffect(measure);
  useEffect(() => {
    if (list === null || !isWall) return;
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  }, [list, isWall, measure]);
  return { listRef: setList, inside };
}

/** Heights in the column of the wall that has the tiles, in pixels: of gaps, of the plot at least with the formula, and of the count of what is not shown. */
const column = { gap: 16, below: 128 + 20 + 32, count: 36 };

interface Tiles {
  /** The height of the column, and of a tile. */
  height: number;
  tile: number;
  perRow: number;
  count: number;
}

/** How many tiles have room above the plot of the wall, in whole rows. */
export function countTiles({ height, tile, perRow, count }: Tiles): number {
  const inside = (room: number): number => perRow * Math.max(1, Math.floor((room + column.gap) / (tile + column.gap)));
  const most = inside(height - column.below);
  return most >= count ? count : inside(height - column.below - column.count);
}

/** The tiles of the wall, and how many of them have room in their column. */
export function useTileRoom(count: number, isWall: boolean) {
  const [tiles, setTiles] = useState<HTMLElement | null>(null);
  const [inside, setInside] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback(() => {
    const [first] = tiles?.children ?? [];
    const height = tiles?.parentElement?.clientHeight;
    if (!isWall || tiles === null || first === undefined || height === undefined)
      return setInside(Number.POSITIVE_INFINITY);
    const perRow = getComputedStyle(tiles).gridTemplateColumns.split(" ").length;
    setInside(countTiles({ height, tile: (first as HTMLElement).offsetHeight, perRow, count }));
  }, [tiles, count, isWall]);
  useLayoutEffect(measure);
  useEffect(() => {
    if (tiles?.parentElement == null || !isWall) return;
    const observer = new ResizeObserver(measure);
    observer.observe(tiles.parentElement);
    return () => observer.disconnect();
  }, [tiles, isWall, measure]);
  return { tilesRef: setTiles, inside };
}
