import { later, overThePage } from "../ui/page/lazyPart.tsx";
import { usePreload } from "../ui/page/usePreload.ts";
import { useCanvas } from "./canvasStore.ts";

const loadOverlay = () => import("./Overlay.tsx");
const Overlay = later(async () => (await loadOverlay()).Overlay, { frame: overThePage });
const loadMenu = () => import("./menu/CanvasMenu.tsx");
const CanvasMenu = later(async () => (await loadMenu()).CanvasMenu, { frame: overThePage });
const soon = [loadOverlay, loadMenu];

/** Shows the open overlay or context menu of the canvas. */
export function Overlays() {
  const overlay = useCanvas((state) => state.overlay);
  usePreload(soon);
  const menu = useCanvas((state) => state.menu);
  return (
    <>
      {overlay && <Overlay overlay={overlay} />}
      {menu && <CanvasMenu key={`${menu.x} ${menu.y}`} menu={menu} />}
    </>
  );
}
