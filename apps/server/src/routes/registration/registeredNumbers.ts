import { mostWithoutPool } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findRegisteredElsewhere, findTenDlcOfSet } from "../../store/registration/tenDlcCampaign.ts";

/**
 * Refuses numbers that a set of a 10DLC campaign may not hold: those of another 10DLC campaign, and more than 49 without
 * a number pool (telecom §4.3). Sets without a 10DLC campaign hold what they like.
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
      `The set is registered to a 10DLC campaign without a number pool: it holds at most ${mostWithoutPool} numbers`,
      "body.phoneNumbers",
      "number_pool_needed",
    );
  const elsewhere = await findRegisteredElsewhere(q, account, phones, numberSetId);
  if (elsewhere)
    throw conflict(
      `${elsewhere.phone} is registered through the number set "${elsewhere.name}": a number belongs to one 10DLC campaign`,
      "body.phoneNumbers",
      "number_registered",
    );
}
