import { readCallXml } from "@trunkline/workflow/voice/readCallXml.ts";
import { type CallDestination, cannotRoute, delivered, planOf } from "../destination.ts";

/** The call does what the destination's own script says. */
export const call: CallDestination = {
  async route(_q, { destination }) {
    const read = readCallXml(destination.options.callXml ?? "");
    if ("problem" in read) return cannotRoute(`The call script cannot be read: ${read.problem}`);
    return { ...delivered, plan: planOf(read.script) };
  },
};
