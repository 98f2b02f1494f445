import type { InboundField, InboundPickSource } from "@trunkline/workflow/inbound/kind.ts";
import type { AnyNodeKind, Option, PickSource } from "@trunkline/workflow/nodeKind.ts";
import { type ComponentType, createContext, useContext } from "react";

/** A field of any node kind, without the type of its draft. */
export type AnyField = AnyNodeKind["fields"][number] | ListField;
/** Inputs that only inbound forms have. */
type ListField = Extract<InboundField<Draft>, { input: "pickOne" | "pickSeveral" | "chooseSeveral" | "texts" }>;
/** The values of a form, as the canvas stores them. */
export type Draft = Readonly<Record<string, unknown>>;

/** An option with an optional note. */
export interface PickOption extends Option {
  note?: string;
  /** Its heading in a list of variables. */
  group?: string;
}

/** A kind of node that can be the next step of a path. */
export interface StepKind {
  key: string;
  label: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  hue: string;
  /** Its help, to find it by. */
  words: string;
  /** The place among the kinds that are offered without a search, from 1. 0 for the others. */
  usual: number;
  /** Whether a path can continue behind it. */
  hasExit: boolean;
}

/** What a path selector can do on the canvas. */
export interface PathSteps {
  kinds: readonly StepKind[];
  /** Adds a step behind the path at this place of the form, before its current target if it has one. */
  add(place: string, key: string): void;
  /** Opens the form of a node. */
  open(node: number): void;
}

/** Data that fields need from outside their form. */
export interface FieldLists {
  /** The options of a source; undefined while they load. */
  options(source: PickSource | InboundPickSource): readonly PickOption[] | undefined;
  /** Nodes that a path selector can target, including the current one (spec 2 §3.4). */
  paths(current: number | null, anySection: boolean): readonly PickOption[];
  /** Missing where the form has no canvas. */
  steps?: PathSteps;
  /** Whether the account has a flag. */
  flag(name: string): boolean;
  /** The error from loading lists. */
  problem?: string;
}

export interface FormContext {
  lists: FieldLists;
  /** The message of a field by its place in the draft, after it was left or a save was attempted. */
  errorAt(place: string): string | undefined;
  touch(place: string): void;
  readOnly: boolean;
}

export const NodeFormContext = createContext<FormContext | null>(null);

/** The form that contains a field. */
export function useForm(): FormContext {
  const form = useContext(NodeFormContext);
  if (form === null) throw new Error("a field must stand in a NodeForm");
  return form;
}

/** Props of every field component. `place` is the path to its value, such as `conditionalPaths.0.targetNode`. */
export interface FieldProps<Input extends AnyField["input"]> {
  field: Extract<AnyField, { input: Input }>;
  place: string;
  value: unknown;
  draft: Draft;
  disabled: string | undefined;
  onChange: (value: unknown, neighbours?: Draft) => void;
}

/** Props of a FieldSet. */
export interface FieldSetProps {
  fields: readonly AnyField[];
  draft: Draft;
  /** The path to this draft, ending in a dot, or "" at the top. */
  place: string;
  onChange: (draft: Draft, changed: string) => void;
}

/** The label is for screen readers only, because the text above shows it. */
export interface Bare {
  bare?: boolean;
}

/** The label of an input, visible or for screen readers only. */
export const labelled = (label: string, bare = false): { label: string } | { "aria-label": string } =>
  bare ? { "aria-label": label } : { label };
