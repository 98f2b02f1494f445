/** Colors of notes. */
export const noteColors = ["yellow", "blue", "green", "pink", "gray"] as const;
export type NoteColor = (typeof noteColors)[number];

/** A sticky note on the canvas. Nothing runs it (readings, Outbound editor). */
export interface Note {
  readonly id: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: NoteColor;
  /** The section of the note, including `main`. */
  readonly section: string;
}
