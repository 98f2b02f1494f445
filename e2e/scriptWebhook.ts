import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import type { Account } from "./account.ts";
import { unique } from "./page.ts";

/** A system on this machine that is asked for scripts (spec 2 §3.6 dynamic_script), for as long as the test file runs. */
export async function startScripts(answer: RequestListener) {
  const receiver = createServer(answer);
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/script`;
  const eventType = "dynamic_script";
  return {
    /** Makes the webhook, and returns what takes it away again. */
    async listen(account: Account): Promise<() => Promise<unknown>> {
      const make = async (path: string, body: object) => (await account.call("POST", path, body)).payload[0]?.["id"];
      const callbackServerConfigId = await make("/v4/callback/authentication/", { name: unique("Scripts") });
      const webhook = { name: unique("Script"), callbackServerConfigId, url, eventType, successPath: "HTTP_OK" };
      const id = await make("/v4/callback/configuration/", webhook);
      return () => account.call("DELETE", `/v4/callback/configuration/${id}/${eventType}/`);
    },
  };
}
