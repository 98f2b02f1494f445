import { RegistryRefusal } from "@trunkline/carriers/registry/registry.ts";
import { conflict, Problem } from "../../http/problem.ts";

/** Queries the registry synchronously. Its refusals are quoted, and a missing answer is reported. */
export async function askRegistry<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof RegistryRefusal)
      throw conflict(`The registry refused the request: ${error.message}`, undefined, "registry");
    throw new Problem(503, {
      code: "registry_unreachable",
      message: "The registry is not responding. Try again in a minute.",
    });
  }
}
