import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { makeOpenFolder } from "../apps/server/test/launch.ts";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { owner as made, setUp } from "./enter.ts";
import { type FailureScene, failureScene } from "./failureScene.ts";
import { see } from "./page.ts";
import { startProduct } from "./product.ts";
import { stopDatabase } from "./stopDatabase.ts";

/** A product whose database a test file may stop, with its owner's browser. */
export interface FailingProduct {
  address(): string;
  account(): Account;
  numberSet(): string;
  owner: { email: string; password: string };
  scene: FailureScene;
  /** Opens a page in the owner's browser. */
  at(path: string): Promise<Page>;
  /** Opens a page in a separate browser. */
  strangerAt(path: string): Promise<Page>;
  /** Ends every session of the owner from another browser. */
  endSessions(): Promise<void>;
  /** Stops the database and returns what starts it again. */
  stopDatabase(): Promise<() => Promise<void>>;
}

/** Starts a product for the test file with its first account, a number set and a webhook connection, and stops it at the end. */
export function useFailingProduct(): FailingProduct {
  const browser = useBrowser();
  const owner = { email: made.email, password: made.password };
  let folder = "";
  let address = "";
  let account: Account;
  let stop = async () => {};
  let numberSet = "";
  let connection = "";

  const at = async (path: string): Promise<Page> => {
    const page = await browser.page();
    account = await enter(page, address, owner);
    await page.goto(address + path);
    await see(page.getByRole("main"));
    return page;
  };
  const scene = failureScene(
    at,
    () => account,
    () => ({ numberSet, connection }),
  );

  beforeAll(async () => {
    folder = await makeOpenFolder("trunkline-errors-");
    const started = await startProduct(join(folder, "data"), ["--empty"]);
    ({ address } = started.product);
    stop = started.stop;
    const first = await browser.open();
    await setUp(first, started.product);
    account = await enter(first, address, owner);
    // runs must end at any hour of the day
    await account.call("PUT", "/v4/account/", { settings: { legalHours: false } });
    numberSet = await account.makeNumberSet("Errors");
    connection = await scene.makeConnection("Kept");
    await first.close();
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    address: () => address,
    account: () => account,
    numberSet: () => numberSet,
    owner,
    scene,
    at,
    async strangerAt(path) {
      const page = await browser.page({ stranger: true });
      await enter(page, address, owner);
      await page.goto(address + path);
      return page;
    },
    async endSessions() {
      const elsewhere = await browser.page({ stranger: true });
      const other = await enter(elsewhere, address, owner);
      for (const { current, sessionId } of (await other.call("GET", "/v4/session/")).payload)
        if (!current) await other.call("DELETE", `/v4/session/${sessionId}/`);
    },
    async stopDatabase() {
      const start = await stopDatabase(join(folder, "data"), address);
      // a test that fails meanwhile leaves it to the next one as it was
      onTestFinished(start);
      return start;
    },
  };
}
