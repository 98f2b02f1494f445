import type { Issue } from "../nodeKind.ts";
import { destinations } from "./kinds.ts";
import type { DestType, RouteDestination } from "./route.ts";

/** Where a form keeps a part of a destination: its field, its path on the wire, its value. */
type Places = readonly (readonly [field: string, way: string, value: unknown])[];

/** The parts of a destination that are checked on their own. Other kinds have none. */
const placesOf: Partial<Record<DestType, (one: RouteDestination) => Places>> = {
  voicemail: ({ options }) => [
    ["recordTimeoutSec", "options.recordTimeoutSec", options.recordTimeoutSec],
    ["recordMaxLengthSec", "options.recordMaxLengthSec", options.recordMaxLengthSec],
  ],
  workgroup: ({ dest, distributionType, options }) => [
    ["workgroupName", "dest", dest],
    ["distributionType", "distributionType", distributionType],
    ["delayNextCall", "options.delayNextCall", options.delayNextCall],
    ["tryCallTimeout", "options.tryCallTimeout", options.tryCallTimeout],
    ["maxDials", "options.maxDials", options.maxDials],
  ],
  groupcall: ({ dest, distributionType }) => [
    ["groupCallNumbers", "dest", dest.split(",")],
    ["groupCallDistributionType", "distributionType", distributionType],
  ],
  "call-relay": ({ dest }) => [["numberOrSip", "dest", dest]],
  sms: ({ dest }) => [["phoneNumber", "dest", dest]],
  call: ({ options }) => [["callXml", "options.callXml", options.callXml]],
};

/**
 * Errors of a destination sent through the API, by their place on the wire: what the designer's form of its kind would
 * refuse, with the same messages (spec 1 §5.2). Missing values default to the form's.
 */
export function wireIssues(one: RouteDestination): Issue[] {
  const kind = Object.values(destinations).find(({ destType }) => destType === one.destType);
  const places = placesOf[one.destType]?.(one).filter(([, , value]) => value !== undefined) ?? [];
  if (kind === undefined || places.length === 0) return [];
  const form = kind.form.parse(Object.fromEntries(places.map(([field, , value]) => [field, value])));
  const wayOf = new Map(places.map(([field, way]) => [field, way]));
  return kind.validate(form as never).flatMap(({ field, message }) => {
    const way = wayOf.get(field);
    return way === undefined ? [] : [{ field: way, message }];
  });
}
