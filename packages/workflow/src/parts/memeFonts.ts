/** A font for memes, named by its file on the wire (spec 2 §3.3). */
export interface MemeFont {
  file: string;
  label: string;
}

/** Lato, Lato Black and fifteen hand-drawn and script fonts, all under open licences (docs/fonts.md). */
export const memeFonts: readonly MemeFont[] = [
  { file: "Lato-Black.ttf", label: "Lato Black" },
  { file: "Lato-Regular.ttf", label: "Lato" },
  { file: "AmaticSC-Regular.ttf", label: "Amatic SC" },
  { file: "ArchitectsDaughter-Regular.ttf", label: "Architects Daughter" },
  { file: "Caveat-Regular.ttf", label: "Caveat" },
  { file: "Courgette-Regular.ttf", label: "Courgette" },
  { file: "DancingScript-Regular.ttf", label: "Dancing Script" },
  { file: "GloriaHallelujah-Regular.ttf", label: "Gloria Hallelujah" },
  { file: "GreatVibes-Regular.ttf", label: "Great Vibes" },
  { file: "IndieFlower-Regular.ttf", label: "Indie Flower" },
  { file: "Kalam-Regular.ttf", label: "Kalam" },
  { file: "Pacifico-Regular.ttf", label: "Pacifico" },
  { file: "PatrickHand-Regular.ttf", label: "Patrick Hand" },
  { file: "PermanentMarker-Regular.ttf", label: "Permanent Marker" },
  { file: "Sacramento-Regular.ttf", label: "Sacramento" },
  { file: "Satisfy-Regular.ttf", label: "Satisfy" },
  { file: "ShadowsIntoLight-Regular.ttf", label: "Shadows Into Light" },
];

/** The default font (spec 2 §3.3). */
export const defaultMemeFont = "Lato-Black.ttf";
