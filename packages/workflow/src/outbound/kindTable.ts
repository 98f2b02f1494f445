import type { AnyNodeKind } from "../nodeKind.ts";
import { unknownKind } from "./kinds/unknownKind.ts";

// `kinds/index.ts` fills it. Inbound workflows are drawn by the same code, and load none of the outbound kinds (decision 0120).
const table = new Map<string, AnyNodeKind>();

/** Enters the kinds of the outbound language, in palette order. Whatever reads or makes their nodes loads them. */
export function enterKinds(kinds: Readonly<Record<string, AnyNodeKind>>): void {
  for (const [name, kind] of Object.entries(kinds)) table.set(name, kind);
}

/** A kind by name, or the unknown kind. */
export const kindNamed = (name: string): AnyNodeKind => table.get(name) ?? unknownKind;

/** Whether a kind with this name exists. */
export const isKindName = (name: string): boolean => table.has(name);

/** The names of all kinds, in palette order. */
export const kindNames = (): string[] => [...table.keys()];
