import type { CarrierClock, WireAnswer, WireRequest } from "../carrier.ts";
import { buildCapabilities, type RbmAgent } from "./requests.ts";
import { AccessTokens, type ServiceAccount } from "./serviceAccount.ts";

/** A number that is reserved for fiction, which has no RCS. */
const fictionalPhone = "+12025550100";

/** Asks Google about a phone that cannot exist. */
export const buildProbe = (agent: RbmAgent, token: string): WireRequest =>
  buildCapabilities(agent, token, { phone: fictionalPhone, requestId: crypto.randomUUID() });

/** Why Google does not let this agent send, in words that say what to do. Null: it does. */
export function agentProblem(answer: WireAnswer, { agentId }: RbmAgent): string | null {
  if ("broken" in answer)
    return `Google's API cannot be reached${answer.words ? ` (${answer.words})` : ""}. Check the region and the API address`;
  const { status } = answer;
  if ((status >= 200 && status < 300) || status === 404 || status === 429) return null;
  if (status === 401) return "Google does not accept the service account. Create a new key and paste it here";
  if (status === 403)
    return `the service account may not send as the agent "${agentId}". Check the agent ID, create the key in the partner account of the agent, and turn on the RCS Business Messaging API there`;
  if (status === 400) return `Google does not know the agent "${agentId}". Check the agent ID and the region`;
  return `Google answered HTTP ${status}. Try again later`;
}

/** Gets a token and asks one harmless question. Returns what the user reads. */
export async function tryAgent(
  agent: RbmAgent,
  account: ServiceAccount,
  transport: (request: WireRequest) => Promise<WireAnswer>,
  clock: Pick<CarrierClock, "now">,
): Promise<{ ok: boolean; words: string }> {
  const signIn = await new AccessTokens({ account, transport, clock }).get();
  const problem =
    "problem" in signIn ? signIn.problem : agentProblem(await transport(buildProbe(agent, signIn.token)), agent);
  return problem === null
    ? { ok: true, words: `Google accepted the service account and the agent "${agent.agentId}"` }
    : { ok: false, words: `The test failed: ${problem}` };
}
