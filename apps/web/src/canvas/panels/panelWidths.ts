/** The panels whose width the user sets. */
export type PanelName = "side" | "left";

/** Bounds and initial width, in px (look, Side panel). */
export const panelLimits: Readonly<Record<PanelName, { least: number; most: number; usual: number }>> = {
  side: { least: 280, most: 640, usual: 380 },
  left: { least: 168, most: 400, usual: 224 },
};

const keyOf = (panel: PanelName): string => `trunkline.width.${panel}`;

/** A width within the bounds of its panel. */
const boundedWidth = (panel: PanelName, width: number): number => {
  const { least, most } = panelLimits[panel];
  return Math.round(Math.min(most, Math.max(least, width)));
};

/** The width of a panel in this browser. */
export function panelWidthOf(panel: PanelName): number {
  const stored = Number(localStorage.getItem(keyOf(panel)) ?? Number.NaN);
  return Number.isFinite(stored) ? boundedWidth(panel, stored) : panelLimits[panel].usual;
}

/** Sets and remembers the width of a panel. Returns the width within its bounds. */
export function setPanelWidth(panel: PanelName, width: number): number {
  const bounded = boundedWidth(panel, width);
  localStorage.setItem(keyOf(panel), String(bounded));
  showPanelWidth(panel);
  return bounded;
}

/** Applies the remembered width to the page. */
export const showPanelWidth = (panel: PanelName): void =>
  document.documentElement.style.setProperty(`--${panel}-width`, `${panelWidthOf(panel)}px`);
