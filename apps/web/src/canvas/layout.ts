import type { CardSize } from "./cardSize.ts";

/** Spec 2 §9: the same for ranks and nodes. */
export const spacing = 80;

export interface Box extends CardSize {
  id: number;
}

export interface Point {
  x: number;
  y: number;
}

/** A subtree: how far it reaches to both sides of its root's middle, rank by rank, and where its children stand. */
interface Tree {
  box: Box;
  left: number[];
  right: number[];
  children: { tree: Tree; dx: number }[];
}

/**
 * Places for the nodes of one section, top to bottom, `origin` being where its start node goes (spec 2 §2.1). A node has one
 * way in, so a section is a forest: subtrees are pushed together until they are a spacing apart on every rank, parents stand
 * over the middle of their children, and branches keep the order that their node's form gives them.
 */
export function layOut(
  boxes: readonly Box[],
  edges: readonly { source: number; target: number }[],
  origin: { id: number; at: Point },
): Map<number, Point> {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const children = new Map<number, Box[]>();
  const isLedTo = new Set<number>();
  for (const { source, target } of edges) {
    const box = byId.get(target);
    if (box === undefined || isLedTo.has(target) || !byId.has(source)) continue;
    isLedTo.add(target);
    children.set(source, [...(children.get(source) ?? []), box]);
  }
  const roots = boxes
    .filter(({ id }) => !isLedTo.has(id))
    .sort((a, b) => Number(b.id === origin.id) - Number(a.id === origin.id));
  const trees = roots.map((root) => treeOf(root, children));
  const all = standing(sideBySide(trees));
  const tops = rankTops(all);
  const places = new Map(
    all.map(({ tree: { box }, middle, rank }) => [
      box.id,
      { x: Math.round(middle - box.width / 2), y: tops[rank] ?? 0 },
    ]),
  );
  return shifted(places, origin);
}

/** Subtrees are made from the leaves upwards, without recursion: a section may be a chain of thousands. */
function treeOf(root: Box, children: ReadonlyMap<number, Box[]>): Tree {
  const order = [root];
  for (const box of order) order.push(...(children.get(box.id) ?? []));
  const made = new Map<number, Tree>();
  for (const box of order.reverse()) {
    const trees = (children.get(box.id) ?? []).map(({ id }) => made.get(id) as Tree);
    made.set(box.id, treeOver(box, trees));
  }
  return made.get(root.id) as Tree;
}

function treeOver(box: Box, trees: readonly Tree[]): Tree {
  const row = sideBySide(trees);
  const middle = ((row[0]?.dx ?? 0) + (row.at(-1)?.dx ?? 0)) / 2;
  const placed = row.map(({ tree, dx }) => ({ tree, dx: dx - middle }));
  const left = [-box.width / 2];
  const right = [box.width / 2];
  for (const { tree, dx } of placed) {
    for (let rank = 0; rank < tree.left.length; rank++) {
      left[rank + 1] = Math.min(left[rank + 1] ?? Number.POSITIVE_INFINITY, (tree.left[rank] ?? 0) + dx);
      right[rank + 1] = Math.max(right[rank + 1] ?? Number.NEGATIVE_INFINITY, (tree.right[rank] ?? 0) + dx);
    }
  }
  return { box, left, right, children: placed };
}

/** Trees from left to right, as close as the spacing allows on every rank that both reach. */
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

/** A tree's place in its row, and the rank of its root. */
interface Standing {
  tree: Tree;
  middle: number;
  rank: number;
}

/** Every subtree of a row with where its root stands, parents before their children. */
function standing(row: readonly { tree: Tree; dx: number }[]): Standing[] {
  const all: Standing[] = row.map(({ tree, dx }) => ({ tree, middle: dx, rank: 0 }));
  for (const { tree, middle, rank } of all)
    for (const child of tree.children) all.push({ tree: child.tree, middle: middle + child.dx, rank: rank + 1 });
  return all;
}

/** Where each rank begins: below the highest card of the rank before. */
function rankTops(trees: readonly Standing[]): number[] {
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
