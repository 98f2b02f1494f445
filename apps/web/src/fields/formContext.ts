import type { InboundField, InboundPickSource } from "@trunkline/workflow/inbound/kind.ts";
import type { AnyNodeKind, Option, PickSource } from "@trunkline/workflow/nodeKind.ts";
import { createContext, useContext } from "react";

/** A field of any kind's form; the registry forgets which draft goes with which kind. */
export type AnyField = AnyNodeKind["fields"][number] | ListField;
/** Inputs that inbound forms alone have. */
type ListField = Extract<InboundField<Draft>, { input: "pickOne" | "pickSeveral" | "chooseSeveral" | "texts" }>;
/** A form's values, as the canvas holds them. */
export type Draft = Readonly<Record<string, unknown>>;

/** Something to pick, with a word about it where the name alone does not tell. */
export interface PickOption extends Option {
  note?: string;
}

/** What fields look up outside of their own form. */
export interface FieldLists {
  /** The options of a source; undefined while they load. */
  options(source: PickSource | InboundPickSource): readonly PickOption[] | undefined;
  /** Nodes that a path selector may lead to; the one chosen now is among them (spec 2 §3.4). */
  paths(current: number | null, anySection: boolean): readonly PickOption[];
  /** Whether the account has a flag. */
  flag(name: string): boolean;
  /** Why lists could not be loaded. */
  problem?: string;
}

export interface FormContext {
  lists: FieldLists;
  /** The message of a field, by its place in the draft, once it has been left or a save was tried. */
  errorAt(place: string): string | undefined;
  touch(place: string): void;
  readOnly: boolean;
}

export const NodeFormContext = createContext<FormContext | null>(null);

/** The form that a field stands in. */
export function useForm(): FormContext {
  const form = useContext(NodeFormContext);
  if (form === null) throw new Error("a field must stand in a NodeForm");
  return form;
}

/** What every field component gets. `place` is the way to its value in the draft, such as `conditionalPaths.0.targetNode`. */
export interface FieldProps<Input extends AnyField["input"]> {
  field: Extract<AnyField, { input: Input }>;
  place: string;
  value: unknown;
  draft: Draft;
  disabled: string | undefined;
  onChange: (value: unknown, neighbours?: Draft) => void;
}

/** What a FieldSet gets. */
export interface FieldSetProps {
  fields: readonly AnyField[];
  draft: Draft;
  /** The way to this draft, ending in a dot, or "" at the top. */
  place: string;
  onChange: (draft: Draft, changed: string) => void;
}

/** Its label is heard, not seen: what stands above says it already. */
export interface Bare {
  bare?: boolean;
}

/** The label of an input, seen or only heard. */
export const labelled = (label: string, bare = false): { label: string } | { "aria-label": string } =>
  bare ? { "aria-label": label } : { label };
