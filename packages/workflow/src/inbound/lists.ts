import { z } from "zod";
import { listOf } from "../parts/operations.ts";

/** A saved list; a bare text is read as a list of one (wire reading 18). */
export const texts = z.preprocess(
  (value) => (typeof value === "string" ? (value === "" ? [] : [value]) : value),
  z.array(z.string()),
);

/** A list in a form, each item trimmed and blank ones left out. */
export const tidy = (value: string | readonly string[]): string[] => listOf(value);
