import { type DistributionType, distributionTypes } from "@trunkline/workflow/distribution/settings.ts";
import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { listRungGroups } from "../../../store/agents/caller.ts";
import { type CallDestination, cannotRoute, delivered, planOf } from "../destination.ts";

const sorry = {
  do: "say" as const,
  text: "No one is available to take your call at the moment. Please call again later.",
};

/** The members of a work group are rung as the route says, until one of them answers (telecom §8). */
export const workgroup: CallDestination = {
  async route(q, { accountId, destination }) {
    const { dest, distributionType, options } = destination;
    if ((await listRungGroups(q, accountId, [dest.toLowerCase()])).length === 0)
      return cannotRoute(`There is no work group "${dest}"`);
    const { delayNextCall, tryCallTimeout, maxDials } = options;
    const settings = {
      ...(isDistribution(distributionType) && { distributionType }),
      ...(delayNextCall !== undefined && { delayNextCall }),
      ...(tryCallTimeout !== undefined && { tryCallTimeout }),
      ...(maxDials !== undefined && { maxDials }),
    };
    return { ...delivered, plan: planOf([...workGroupScript(dest, settings, options.mohUrl), sorry]) };
  },
};

const isDistribution = (type: number | undefined): type is DistributionType =>
  Object.values(distributionTypes).some((one) => one === type);
