import { Menu, Text } from "@mantine/core";
import { Fragment } from "react";
import { type CanvasState, useCanvasStore } from "../canvasStore.ts";
import { useMiddle } from "../useMiddle.ts";
import { type MenuItem, menuItems } from "./menuItems.ts";

const labels = {
  nodes: "Node",
  notes: "Note",
  edge: "Line",
  ground: "Canvas",
  sections: "Sections",
} as const;

/** The context menu of a card, note, line, the sections or the empty canvas. */
export function CanvasMenu({ menu: { x, y, about } }: { menu: NonNullable<CanvasState["menu"]> }) {
  const store = useCanvasStore();
  const middle = useMiddle();
  const groups = menuItems(store, about, middle());
  const close = () => {
    store.setState({ menu: null });
    // the browser would move the focus to the page, where the keys of the canvas do not work
    const card = document.querySelector<HTMLElement>("[data-canvas] .react-flow__node.selected");
    (card ?? document.querySelector<HTMLElement>("[data-canvas]"))?.focus({ preventScroll: true });
  };
  return (
    <Menu opened onClose={close} position="bottom-start" offset={2} width={240} returnFocus={false} trapFocus>
      <Menu.Target>
        <span style={{ position: "fixed", left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={labels[about.kind]} onContextMenu={(event) => event.preventDefault()}>
        {groups.map((items, index) => (
          <Fragment key={items[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {items.map((item) => (
              <Item key={item.label} item={item} />
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const Item = ({ item: { label, keys, why, isDanger, run } }: { item: MenuItem }) => (
  <Menu.Item
    {...(isDanger && { color: "red" })}
    disabled={why !== undefined}
    title={why}
    // after the menu has closed and returned the focus
    onClick={() => requestAnimationFrame(run)}
    rightSection={
      keys !== undefined && (
        <Text span size="xs" c="dimmed" aria-hidden>
          {keys}
        </Text>
      )
    }
  >
    {label}
  </Menu.Item>
);
