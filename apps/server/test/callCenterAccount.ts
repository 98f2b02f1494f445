import type { LiveCallCenter, Stay } from "@trunkline/contract/agents/callCenter.ts";
import type { TestServer } from "./server.ts";

/** The search part of an address. */
export const searchOf = (values: Record<string, string | number>): string =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();

/** A new account, with what its call center shows now and the stays behind it. */
export async function callCenterAccount(server: TestServer) {
  const { account, key } = await server.account();
  const ask = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
  const live = async (more: Record<string, string> = {}) =>
    (await ask("GET", `/v4/call-center/?${searchOf({ zone: "Etc/UTC", ...more })}`)).body
      .payload[0] as unknown as LiveCallCenter;
  const stays = async (more: Record<string, string | number> = {}) =>
    (await ask("GET", `/v4/call-center/stay/?${searchOf({ limit: 500, ...more })}`)).body.payload as unknown as Stay[];
  return { account, ask, live, stays };
}
