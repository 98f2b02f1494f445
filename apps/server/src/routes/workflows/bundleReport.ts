import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import type { BundleChoices, BundleItem, BundleKind, BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import type { Bundle } from "@trunkline/workflow/outbound/bundle.ts";
import type { Call } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { mapTexts } from "./bundleIds.ts";

/** The state of an import: new ids and URLs, and the report. */
export interface BundleImport {
  q: Query;
  call: Pick<Call, "account" | "actor" | "secrets" | "config">;
  bundle: Bundle;
  choices: BundleChoices;
  ids: Map<string, string>;
  addresses: Map<string, string>;
  report: BundleReport;
  /** The importing user has to ask for approval, so the workflows become drafts. */
  asks: boolean;
}

/** Adds one object to the report. */
export function tell(
  { report }: BundleImport,
  item: Pick<BundleItem, "kind" | "name" | "outcome"> & Partial<BundleItem>,
): void {
  report.items.push({ to: null, choice: null, required: false, id: null, note: null, ...item });
}

/** Reports an object as created or renamed. */
export const madeAs = (name: string, to: string): Pick<BundleItem, "outcome" | "to"> =>
  name === to ? { outcome: "new", to: null } : { outcome: "renamed", to };

/** Whether the importing user has a privilege. */
export const mayDo = ({ call }: BundleImport, privilege: Privilege): boolean =>
  holds(call.actor.role, call.actor.privileges, privilege);

/** The missing workflows that an object refers to. */
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

/** The replacement chosen for an object, which must belong to the account. */
export function chosenFor(
  { choices }: BundleImport,
  kind: keyof BundleChoices & BundleKind,
  name: string,
  known: ReadonlySet<string>,
): string | undefined {
  const of = choices[kind];
  const id = of !== undefined && Object.hasOwn(of, name) ? of[name]?.toLowerCase() : undefined;
  if (id === undefined || known.has(id)) return id;
  throw invalid(`The replacement for "${name}" is not in this account`, `body.choices.${kind}.${name}`, "bad_choice");
}
