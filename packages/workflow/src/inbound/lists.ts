import { z } from "zod";
import { listOf } from "../parts/operations.ts";

/** A saved list. A bare text is read as a list of one (wire reading 18). */
export const texts = z.preprocess(
  (value) => (typeof value === "string" ? (value === "" ? [] : [value]) : value),
  z.array(z.string()),
);

/** A list in a form, trimmed and without blank items. */
export const tidy = (value: string | readonly string[]): string[] => listOf(value);
