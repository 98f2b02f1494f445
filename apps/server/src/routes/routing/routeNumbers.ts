import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { listForeignNumbers } from "../../store/numbers/numberSet.ts";
import { listAssignedElsewhere, listSetsAssignedElsewhere } from "../../store/routing/inboundRoute.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** The numbers and sets that a route is to answer: the account's own, and answered by no other route (readings, Inbound designer). */
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
    throw invalid("Number Set does not exist. Choose one of GET /v4/numberset/.", `body.numberSetIds[${unknown}]`);
  const [set] = sets.taken;
  if (set !== undefined)
    throw conflict(
      `The number set "${set.name}" is answered by "${set.routeTag}": take it off there first`,
      "body.numberSetIds",
      "number_taken",
    );
  await refuseAssigned(q, account, { phones, numberSetIds }, routeTag);
  return { phones: [...new Set(phones)], numberSetIds };
}

/** Refuses when one of the numbers, themselves or in the sets, is answered by another route, and names it. */
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
    `${taken.phone} is answered by "${taken.routeTag}"${through}${more}: take it off there first`,
    "body.numbers",
    "number_taken",
  );
}
