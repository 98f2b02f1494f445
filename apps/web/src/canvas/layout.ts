import type { CardSize } from "./cardSize.ts";

/** Spec 2 §9: the same for ranks and nodes. */
export const spacing = 80;

/** When a row of branches is broken into several rows. */
interface Breaking {
  /** Minimum number of branches. */
  fewest: number;
  /** Maximum row width in px. */
  width: number;
  /** Target ratio of width to height of the rows. */
  ratio: number;
}

/** The usual limits first, then those for drawings that are still too wide to read. */
const breakings: readonly Breaking[] = [
  { fewest: 6, width: 1600, ratio: 1.6 },
  { fewest: 5, width: 1100, ratio: 1.6 },
  { fewest: 4, width: 800, ratio: 1.6 },
  { fewest: 4, width: 500, ratio: 1 },
  { fewest: 4, width: 500, ratio: 0.6 },
];
/** A common size of the canvas, in px: 1920 px without the panels. */
const commonCanvas = { width: 1400, height: 820 };
/** The zoom from which a whole drawing is easy to read. */
const readable = 0.75;
/** Rows are broken further only if the drawing becomes this much larger on the screen. */
const worthwhile = 1.15;
/** Approximate height of a rank with its spacing. */
const rankHeight = 160;

export interface Box extends CardSize {
  id: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A subtree: its extent left and right of its root's center per rank, and the positions of its children. */
interface Tree {
  box: Box;
  left: number[];
  right: number[];
  children: Placed[];
}

/** The position of a subtree relative to its parent: horizontal offset and ranks below. */
interface Placed {
  tree: Tree;
  dx: number;
  down: number;
}

/**
 * Calculates positions for the nodes of a section, top to bottom, with the start node at `origin` (spec 2 §2.1). A node has one
 * incoming edge, so a section is a forest. Subtrees are placed as close as the spacing allows on every rank, parents are centered
 * above their children, and branches keep their order in the form. A large number of branches is broken into rows, with a free
 * lane in the middle for the lines to the lower rows. A drawing that is still too wide to read is broken further.
 */
export function layOut(
  boxes: readonly Box[],
  edges: readonly { source: number; target: number }[],
  origin: { id: number; at: Point },
): Map<number, Point> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const children = new Map<number, Box[]>();
  const isTarget = new Set<number>();
  for (const { source, target } of edges) {
    const box = byId.get(target);
    if (box === undefined || isTarget.has(target) || !byId.has(source)) continue;
    isTarget.add(target);
    children.set(source, [...(children.get(source) ?? []), box]);
  }
  const roots = boxes
    .filter(({ id }) => !isTarget.has(id))
    .sort((a, b) => Number(b.id === origin.id) - Number(a.id === origin.id));
  let best = placedBy(breakings[0] as Breaking, roots, children);
  for (const breaking of breakings.slice(1)) {
    if (best.zoom >= readable) break;
    const other = placedBy(breaking, roots, children);
    if (other.zoom > best.zoom * worthwhile) best = other;
  }
  return shifted(best.places, origin);
}

/** The positions with rows broken at one limit, and the zoom at which all of them fit. */
function placedBy(
  breaking: Breaking,
  roots: readonly Box[],
  children: ReadonlyMap<number, Box[]>,
): { places: Map<number, Point>; zoom: number } {
  const all = placeAll(sideBySide(roots.map((root) => treeOf(root, children, breaking))));
  const tops = rankTops(all);
  const places = new Map<number, Point>();
  let [left, right, bottom] = [0, 0, 0];
  for (const { tree, middle, rank } of all) {
    const { id, width, height } = tree.box;
    const [x, y] = [Math.round(middle - width / 2), tops[rank] ?? 0];
    places.set(id, { x, y });
    left = Math.min(left, x);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { places, zoom: Math.min(commonCanvas.width / (right - left), commonCanvas.height / bottom) };
}

/** Builds the tree bottom-up without recursion, because a section can be a chain of thousands of nodes. */
function treeOf(root: Box, children: ReadonlyMap<number, Box[]>, breaking: Breaking): Tree {
  const order = [root];
  for (const box of order) order.push(...(children.get(box.id) ?? []));
  const made = new Map<number, Tree>();
  for (const box of order.reverse()) {
    const trees = (children.get(box.id) ?? []).map(({ id }) => made.get(id) as Tree);
    made.set(box.id, treeOver(box, trees, breaking));
  }
  return made.get(root.id) as Tree;
}

function treeOver(box: Box, trees: readonly Tree[], breaking: Breaking): Tree {
  const children = placedUnder(trees, breaking);
  const left = [-box.width / 2];
  const right = [box.width / 2];
  for (const { tree, dx, down } of children) {
    for (let rank = 0; rank < tree.left.length; rank++) {
      const at = rank + down;
      left[at] = Math.min(left[at] ?? Number.POSITIVE_INFINITY, (tree.left[rank] ?? 0) + dx);
      right[at] = Math.max(right[at] ?? Number.NEGATIVE_INFINITY, (tree.right[rank] ?? 0) + dx);
    }
  }
  return { box, left, right, children };
}

/** Places the branches of a node in one centered row or in several rows. */
function placedUnder(trees: readonly Tree[], breaking: Breaking): Placed[] {
  const row = sideBySide(trees);
  if (trees.length < breaking.fewest) return centred(row, 1);
  const width = rightmost(row) - leftmost(row);
  if (width <= breaking.width) return centred(row, 1);
  const rows = Math.max(2, Math.round(Math.sqrt(width / (breaking.ratio * rankHeight * depthOf(trees)))));
  const perRow = Math.ceil(trees.length / rows);
  const placed: Placed[] = [];
  for (let from = 0, down = 1; from < trees.length; from += perRow) {
    const some = trees.slice(from, from + perRow);
    placed.push(...(from + perRow < trees.length ? parted(some, down) : centred(sideBySide(some), down)));
    down += depthOf(some);
  }
  return placed;
}

const depthOf = (trees: readonly Tree[]): number => Math.max(...trees.map(({ left }) => left.length));

type Row = readonly { tree: Tree; dx: number }[];

/** The extent of a row to the right over all ranks. */
const rightmost = (row: Row): number =>
  row.reduce(
    (most, { tree, dx }) => tree.right.reduce((so, at) => Math.max(so, at + dx), most),
    Number.NEGATIVE_INFINITY,
  );
const leftmost = (row: Row): number =>
  row.reduce(
    (most, { tree, dx }) => tree.left.reduce((so, at) => Math.min(so, at + dx), most),
    Number.POSITIVE_INFINITY,
  );

function centred(row: Row, down: number): Placed[] {
  const middle = ((row[0]?.dx ?? 0) + (row.at(-1)?.dx ?? 0)) / 2;
  return row.map(({ tree, dx }) => ({ tree, dx: dx - middle, down }));
}

/** Splits a row into halves left and right of the lane for lines to lower rows. */
function parted(trees: readonly Tree[], down: number): Placed[] {
  const half = Math.ceil(trees.length / 2);
  const [before, after] = [sideBySide(trees.slice(0, half)), sideBySide(trees.slice(half))];
  const toLeft = -spacing / 2 - rightmost(before);
  const toRight = spacing / 2 - leftmost(after);
  return [
    ...before.map(({ tree, dx }) => ({ tree, dx: dx + toLeft, down })),
    ...after.map(({ tree, dx }) => ({ tree, dx: dx + toRight, down })),
  ];
}

/** Places trees from left to right, as close as the spacing allows on every shared rank. */
function sideBySide(trees: readonly Tree[]): { tree: Tree; dx: number }[] {
  const [only] = trees;
  if (trees.length === 1 && only !== undefined) return [{ tree: only, dx: 0 }];
  const outline: number[] = [];
  return trees.map((tree) => {
    let dx = outline.length === 0 ? 0 : Number.NEGATIVE_INFINITY;
    for (let rank = 0; rank < Math.min(outline.length, tree.left.length); rank++) {
      dx = Math.max(dx, (outline[rank] ?? 0) + spacing - (tree.left[rank] ?? 0));
    }
    for (let rank = 0; rank < tree.right.length; rank++) {
      outline[rank] = Math.max(outline[rank] ?? Number.NEGATIVE_INFINITY, (tree.right[rank] ?? 0) + dx);
    }
    return { tree, dx };
  });
}

/** A tree with the position and rank of its root. */
interface PlacedTree {
  tree: Tree;
  middle: number;
  rank: number;
}

/** All subtrees of a row with the positions of their roots, parents first. */
function placeAll(row: readonly { tree: Tree; dx: number }[]): PlacedTree[] {
  const all: PlacedTree[] = row.map(({ tree, dx }) => ({ tree, middle: dx, rank: 0 }));
  for (const { tree, middle, rank } of all)
    for (const child of tree.children)
      all.push({ tree: child.tree, middle: middle + child.dx, rank: rank + child.down });
  return all;
}

/** The top of each rank: below the tallest card of the previous rank. */
function rankTops(trees: readonly PlacedTree[]): number[] {
  const heights: number[] = [];
  for (const { tree, rank } of trees) heights[rank] = Math.max(heights[rank] ?? 0, tree.box.height);
  let top = 0;
  return heights.map((height) => {
    const at = top;
    top += height + spacing;
    return at;
  });
}

function shifted(places: Map<number, Point>, origin: { id: number; at: Point }): Map<number, Point> {
  const from = places.get(origin.id);
  if (from === undefined) return places;
  const dx = origin.at.x - from.x;
  const dy = origin.at.y - from.y;
  return new Map([...places].map(([id, { x, y }]) => [id, { x: x + dx, y: y + dy }]));
}
