import type { RbmAgent } from "@trunkline/carriers/rbm/requests.ts";
import { readServiceAccount } from "@trunkline/carriers/rbm/serviceAccount.ts";
import { tryAgent } from "@trunkline/carriers/rbm/tryAgent.ts";
import { rbmConnectionSettings, rbmFields, rbmPassword } from "@trunkline/contract/carriers/rbmConnection.ts";
import { z } from "zod";
import { carrierClock } from "./carrierClock.ts";
import type { ConnectionColumns, ConnectionKind } from "./connectionKind.ts";
import { providerTransport, testedAt } from "./providerTransport.ts";
import { rbmPaths } from "./rbmPaths.ts";
import { fillPath } from "./twilioPaths.ts";

// a test needs no name
const { name: _, ...ownFields } = rbmFields;
const rbmBody = z.object({ ...ownFields, password: rbmPassword.kept });

/** Both secrets of a connection, which are sealed as one text. */
interface RbmSecret {
  serviceAccount: string;
  clientToken: string;
}

/** Reads the opened secret of a connection. */
export const readRbmSecret = (text: string): RbmSecret =>
  text === "" ? { serviceAccount: "", clientToken: "" } : (JSON.parse(text) as RbmSecret);

/** The agent of a saved connection. */
export const rbmAgentOf = ({ systemId, settings }: ConnectionColumns): RbmAgent => {
  const { baseUrl, region } = rbmConnectionSettings.parse(settings);
  return { baseUrl: baseUrl || `https://${region}-rcsbusinessmessaging.googleapis.com`, agentId: systemId };
};

/** Connections to agents at Google RCS Business Messaging. */
export const rbmKind: ConnectionKind = {
  secretLabel: rbmPassword.label,
  carries: "agents",
  services: ["texts"],
  whyNoRcs: () => null,
  secretOf(body, saved) {
    const { password, clientToken } = rbmBody.parse(body);
    if (!password && clientToken === "") return null;
    const before = readRbmSecret(saved());
    const serviceAccount = password || before.serviceAccount;
    return serviceAccount === ""
      ? null
      : JSON.stringify({ serviceAccount, clientToken: clientToken || before.clientToken } satisfies RbmSecret);
  },
  columnsOf(body) {
    const { agentId } = rbmBody.parse(body);
    const settings = rbmConnectionSettings.parse(body);
    const columns = { tls: true, systemId: agentId, settings };
    const { hostname, port } = new URL(rbmAgentOf({ ...columns, host: "", port: 0 }).baseUrl);
    return { ...columns, host: hostname, port: Number(port) || 443 };
  },
  show: ({ systemId, settings }, { publicUrl, accountId, connectionId }, openSecret) => ({
    agentId: systemId,
    clientToken: "",
    hasClientToken: hasClientToken(openSecret),
    ...rbmConnectionSettings.parse(settings),
    eventsUrl: publicUrl + fillPath(rbmPaths.events, { accountId, connectionId }),
  }),
  async test(columns, secret, { egress, publicUrl }) {
    const { serviceAccount, clientToken } = readRbmSecret(secret);
    const account = readServiceAccount(serviceAccount);
    if (account === null)
      return { ok: false, words: "The test failed: the key of the service account cannot be read. Paste it again" };
    const tested = await tryAgent(rbmAgentOf(columns), account, providerTransport(egress), carrierClock);
    const reached = testedAt(publicUrl, tested, "Google");
    if (!reached.ok) return reached;
    if (clientToken === "")
      return {
        ok: false,
        words: `${tested.words}. But receipts and replies are refused without a client token: save the connection, set the webhook of the agent to the address under Health, and enter the token that Google's console shows there`,
      };
    return tested;
  },
};

/** A secret that cannot be opened is a problem of its own, which the connection's health shows. */
function hasClientToken(openSecret: () => string): boolean {
  try {
    return readRbmSecret(openSecret()).clientToken !== "";
  } catch {
    return false;
  }
}
