import { lazy, Suspense } from "react";
import { useLoadSoon } from "../ui/useLoadSoon.ts";
import { useCanvas } from "./canvasStore.ts";

const loadOverlay = () => import("./Overlay.tsx");
const Overlay = lazy(async () => ({ default: (await loadOverlay()).Overlay }));
const soon = [loadOverlay];

/** Where quick add, search and the list of keys open over the canvas. */
export function Overlays() {
  const overlay = useCanvas((state) => state.overlay);
  useLoadSoon(soon);
  return <Suspense>{overlay ? <Overlay overlay={overlay} /> : null}</Suspense>;
}
