import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import type { BundleChoices, BundleItem, BundleKind, BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import type { Call } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { mapTexts } from "./bundleIds.ts";

/** A bundle on its way into an account: what its ids and addresses are here, and what is to be told. */
export interface BundleImport {
  q: Query;
  call: Pick<Call, "account" | "actor" | "secrets" | "config">;
  bundle: Bundle;
  choices: BundleChoices;
  ids: Map<string, string>;
  addresses: Map<string, string>;
  report: BundleReport;
}

/** Writes down what became of one thing. */
export function tell(
  { report }: BundleImport,
  item: Pick<BundleItem, "kind" | "name" | "outcome"> & Partial<BundleItem>,
): void {
  report.items.push({ to: null, choice: null, required: false, id: null, note: null, ...item });
}

/** Made under its own name, or under another one. */
export const madeAs = (name: string, to: string): Pick<BundleItem, "outcome" | "to"> =>
  name === to ? { outcome: "new", to: null } : { outcome: "renamed", to };

/** Whether who imports may do this as well. */
export const mayDo = ({ call }: BundleImport, privilege: Privilege): boolean =>
  holds(call.actor.role, call.actor.privileges, privilege);

/** The workflows that a thing leads to and that are nowhere. */
export function lostNames(value: object, lost: ReadonlyMap<string, string>): string[] {
  const names = new Set<string>();
  if (lost.size > 0)
    mapTexts(value, (text) => {
      const name = lost.get(text);
      if (name !== undefined) names.add(name);
      return text;
    });
  return [...names];
}

/** What was chosen in place of a thing; it must be one of the account's own. */
export function chosenFor(
  { choices }: BundleImport,
  kind: keyof BundleChoices & BundleKind,
  name: string,
  known: ReadonlySet<string>,
): string | undefined {
  const of = choices[kind];
  const id = of !== undefined && Object.hasOwn(of, name) ? of[name]?.toLowerCase() : undefined;
  if (id === undefined || known.has(id)) return id;
  throw invalid(`What was chosen for "${name}" is not in this account`, `body.choices.${kind}.${name}`, "bad_choice");
}
