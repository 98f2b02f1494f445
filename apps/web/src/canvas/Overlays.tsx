import { later, overThePage } from "../ui/page/lazyPart.tsx";
import { usePreload } from "../ui/page/usePreload.ts";
import { useCanvas } from "./canvasStore.ts";

const loadOverlay = () => import("./Overlay.tsx");
const Overlay = later(async () => (await loadOverlay()).Overlay, { frame: overThePage });
const soon = [loadOverlay];

/** Shows the open overlay of the canvas. */
export function Overlays() {
  const overlay = useCanvas((state) => state.overlay);
  usePreload(soon);
  return overlay && <Overlay overlay={overlay} />;
}
