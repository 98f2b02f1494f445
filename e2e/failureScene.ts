import type { Page } from "playwright-core";
import { type Account, textWorkflow } from "./account.ts";
import { see } from "./page.ts";

/** What tables of failures are made with: windows, and things to take away beneath them. */
export interface FailureScene {
  /** A window of a signed-in user at a page of the product. */
  at(path: string): Promise<Page>;
  /** A window with a list that holds something. */
  listed(path: string): Promise<Page>;
  account(): Account;
  makeTemplate(title: string): Promise<string>;
  /** A workflow that sends a template of its own, or this one. */
  makeWorkflow(name: string, template?: string): Promise<string>;
  makeConnection(name: string): Promise<string>;
  makeWebhook(name: string): Promise<string>;
  remove(path: string, body?: unknown): Promise<unknown>;
}

/** What is made once and never taken away. */
interface Kept {
  numberSet: string;
  connection: string;
}

/** The scene of the user who is signed in. */
export function failureScene(at: FailureScene["at"], account: () => Account, kept: () => Kept): FailureScene {
  const make = async (path: string, body: object): Promise<string> =>
    String((await account().call("POST", path, body)).payload[0]?.["id"]);
  const makeTemplate = (title: string): Promise<string> => account().makeTemplate(title, "Hello");
  return {
    at,
    async listed(path) {
      const page = await at(path);
      await see(page.getByRole("table").getByRole("link").first());
      return page;
    },
    account,
    makeTemplate,
    async makeWorkflow(name, template) {
      const sent = textWorkflow(template ?? (await makeTemplate(`of ${name}`)));
      return account().makeWorkflow(name, kept().numberSet, sent);
    },
    makeConnection: (name) => make("/v4/callback/authentication/", { name }),
    makeWebhook: (name) =>
      make("/v4/callback/configuration/", {
        name,
        callbackServerConfigId: kept().connection,
        successPath: "HTTP_OK",
      }),
    remove: (path, body) => account().call("DELETE", path, body),
  };
}
