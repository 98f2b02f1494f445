import { mostWithoutPool } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRegisteredElsewhere, findTenDlcOfSet } from "../../store/registration/tenDlcCampaign.ts";

/**
 * Refuses numbers that the set of a 10DLC campaign may not contain: numbers of another 10DLC campaign, and more than 49 without a number pool (telecom §4.3). Other sets have no limits.
 */
export async function refuseRegistered(
  q: Query,
  account: string,
  numberSetId: string,
  phones: readonly string[],
): Promise<void> {
  const registered = await findTenDlcOfSet(q, account, numberSetId);
  if (registered === null) return;
  if (phones.length > mostWithoutPool && !registered.numberPool)
    throw invalid(
      `The set is registered to a 10DLC campaign without a number pool and can have at most ${mostWithoutPool} numbers`,
      "body.phoneNumbers",
      "number_pool_needed",
    );
  const elsewhere = await findRegisteredElsewhere(q, account, phones, numberSetId);
  if (elsewhere)
    throw conflict(
      `${elsewhere.phone} is registered through the number set "${elsewhere.name}". A number can belong to only one 10DLC campaign`,
      "body.phoneNumbers",
      "number_registered",
    );
}
