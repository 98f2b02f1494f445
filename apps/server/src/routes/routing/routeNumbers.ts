import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { listForeignNumbers } from "../../store/numbers/numberSet.ts";
import { listAssignedElsewhere, listSetsAssignedElsewhere } from "../../store/routing/inboundRoute.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** Checks the numbers and sets of a route: they must belong to the account and to no other route (readings, Inbound designer). */
export async function checkRouteNumbers(
  q: Query,
  account: string,
  routeTag: string,
  body: { numbers: readonly string[]; numberSetIds: readonly string[] },
): Promise<{ phones: string[]; numberSetIds: string[] }> {
  const phones = body.numbers.map((text, index) => parsePhoneOrRefuse(text, `body.numbers[${index}]`));
  const [foreign] = await listForeignNumbers(q, account, phones);
  if (foreign !== undefined)
    throw invalid(`${foreign} is not one of your numbers`, `body.numbers[${phones.indexOf(foreign)}]`);
  const numberSetIds = [...new Set(body.numberSetIds)];
  const sets = await listSetsAssignedElsewhere(q, account, numberSetIds, routeTag);
  const unknown = body.numberSetIds.findIndex((id) => !sets.known.has(id));
  if (unknown >= 0)
    throw invalid(
      "This number set does not exist. GET /v4/numberset/ lists all number sets.",
      `body.numberSetIds[${unknown}]`,
    );
  const [set] = sets.taken;
  if (set !== undefined)
    throw conflict(
      `The number set "${set.name}" is answered by "${set.routeTag}". Remove it there first`,
      "body.numberSetIds",
      "number_taken",
    );
  await refuseAssigned(q, account, { phones, numberSetIds }, routeTag);
  return { phones: [...new Set(phones)], numberSetIds };
}

/** Refuses a number, directly or in a set, that another route answers, and names that route. */
export async function refuseAssigned(
  q: Query,
  account: string,
  of: { phones: readonly string[]; numberSetIds: readonly string[] },
  routeTag: string,
): Promise<void> {
  const [taken, ...others] = await listAssignedElsewhere(q, account, of, routeTag);
  if (taken === undefined) return;
  const through = taken.numberSet === null ? "" : ` through the number set "${taken.numberSet}"`;
  const more = others.length > 0 ? `, and ${others.length} more of these numbers by other routes` : "";
  throw conflict(
    `${taken.phone} is answered by "${taken.routeTag}"${through}${more}. Remove it there first`,
    "body.numbers",
    "number_taken",
  );
}
