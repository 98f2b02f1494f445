import { type CampaignRegistry, RegistryRefusal } from "@trunkline/carriers/registry/registry.ts";
import type { BrandDetails } from "@trunkline/contract/registration/brandFields.ts";
import type { Call } from "../../http/handle.ts";
import { conflict, Problem } from "../../http/problem.ts";
import { registryOf } from "../../registry/registryOf.ts";

/** Queries the registry of a brand synchronously. Its refusals are quoted, and a missing answer is reported. */
export async function askRegistry<T>(
  call: Pick<Call, "db" | "secrets" | "egress" | "registry" | "account">,
  brand: Pick<BrandDetails, "connectionId">,
  asking: (registry: CampaignRegistry) => Promise<T>,
): Promise<T> {
  try {
    return await asking(await registryOf(call, call.account, brand));
  } catch (error) {
    if (error instanceof RegistryRefusal)
      throw conflict(`The registry refused the request: ${error.message}`, undefined, "registry");
    throw new Problem(503, {
      code: "registry_unreachable",
      message: "The registry is not responding. Try again in a minute.",
    });
  }
}
