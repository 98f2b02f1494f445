import { RegistryRefusal } from "@trunkline/carriers/registry/registry.ts";
import { conflict, Problem } from "../../http/problem.ts";

/** Asks the registry while the caller waits: what it refuses is said in its words, and that it does not answer as well. */
export async function askRegistry<T>(asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof RegistryRefusal)
      throw conflict(`The registry refuses: ${error.message}`, undefined, "registry");
    throw new Problem(503, {
      code: "registry_unreachable",
      message: "The registry does not answer. Try again in a minute.",
    });
  }
}
