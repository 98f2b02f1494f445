import type { IvrMenu } from "./ivr.ts";

/** A way from one menu to another by a key. */
export interface MenuLink {
  from: number;
  to: number;
  key: number;
  /** The target is drawn elsewhere: above, or on another branch. */
  isBack: boolean;
}

/** A menu in the tree. */
export interface MenuPlace {
  /** Its index in the list of menus. */
  menu: number;
  depth: number;
  /** The row, counted over all menus from the top. */
  row: number;
  /** Whether no reachable menu leads to it. */
  isOrphan: boolean;
}

/** The menus as a tree: each menu once, below the first that leads to it. Other ways to it are links. */
export interface MenuTree {
  places: readonly MenuPlace[];
  links: readonly MenuLink[];
}

/** The targets of a menu's options, by index. */
function waysOf(menus: readonly IvrMenu[], from: number): { to: number; key: number }[] {
  return (menus[from]?.options ?? []).flatMap(({ dtmfKey, actions }) =>
    actions.flatMap(({ type, value }) => {
      const to = type === "nextMenu" ? menus.findIndex(({ menuId }) => menuId.trim() === value.trim()) : -1;
      return to < 0 || value.trim() === "" ? [] : [{ to, key: dtmfKey }];
    }),
  );
}

/** Draws the tree from the entry menu. Unreachable menus follow, each part with its own root. */
export function menuTree(menus: readonly IvrMenu[]): MenuTree {
  const places: MenuPlace[] = [];
  const links: MenuLink[] = [];
  const seen = new Set<number>();
  const parents = fewestSteps(menus);
  const draw = (menu: number, depth: number, isOrphan: boolean): void => {
    seen.add(menu);
    places.push({ menu, depth, row: places.length, isOrphan });
    for (const { to, key } of waysOf(menus, menu)) {
      const isTree = !seen.has(to) && (parents[to] === menu || isOrphan);
      links.push({ from: menu, to, key, isBack: !isTree });
      if (isTree) draw(to, depth + 1, isOrphan);
    }
  };
  if (menus.length > 0) draw(0, 0, false);
  // heads of connected parts first, then menus that are only in loops
  const targets = new Set(menus.flatMap((_, from) => waysOf(menus, from).map(({ to }) => to)));
  for (const index of menus.keys()) if (!seen.has(index) && !targets.has(index)) draw(index, 0, true);
  for (const index of menus.keys()) if (!seen.has(index)) draw(index, 0, true);
  return { places, links };
}

/** For each menu, the previous one on the shortest way from the entry, so that the tree stays flat. */
function fewestSteps(menus: readonly IvrMenu[]): (number | undefined)[] {
  const parents: (number | undefined)[] = [];
  const reached = new Set([0]);
  for (const menu of reached)
    for (const { to } of waysOf(menus, menu))
      if (!reached.has(to)) {
        reached.add(to);
        parents[to] = menu;
      }
  return parents;
}
