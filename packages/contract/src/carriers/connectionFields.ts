import { z } from "zod";

/** Keys of a table of choices, for z.enum. */
export const keysOf = <Table extends object>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

export const whole = (label: string, from: number, to: number) =>
  z
    .int(`${label} must be a whole number from ${from} to ${to}`)
    .min(from, `${label} must be a whole number from ${from} to ${to}`)
    .max(to, `${label} must be a whole number from ${from} to ${to}`);

/** Printable ASCII: C-octet strings of SMPP, ids of providers. */
export const ascii = (label: string, most: number) =>
  z
    .string()
    .max(most, `${label} must have at most ${most} characters`)
    .regex(/^[\x20-\x7e]*$/, `${label} must consist of plain ASCII characters`);

export const connectionName = z
  .string()
  .trim()
  .min(1, "Name is required")
  .max(72, "Name must have at most 72 characters");

/** An https address of an API. A slash at its end is left out. */
export const httpsAddress = (label: string) =>
  z
    .string()
    .trim()
    .max(200, `${label} must have at most 200 characters`)
    .refine((text) => isHttps(text), `${label} must be an https address without a query`)
    .transform((text) => text.replace(/\/+$/, ""));

/** Whether a text is an https address without a user, a query or a fragment. */
export function isHttps(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "";
}

/** The secret of a connection, and how long it may be. */
export const connectionPassword = (label: string, most: number) => ({
  most,
  label,
  /** An empty or missing one keeps the saved one. */
  kept: ascii(label, most).optional(),
  required: ascii(label, most).min(1, `${label} is required`),
});
