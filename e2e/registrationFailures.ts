import type { Page } from "playwright-core";
import { expect } from "vitest";
import { tenDlcSample } from "../apps/server/test/tenDlcSample.ts";
import brandForm from "../apps/server/test/wire/brand.json" with { type: "json" };
import tenDlc from "../apps/server/test/wire/tendlc-campaign.json" with { type: "json" };
import type { Account } from "./account.ts";
import type { FailureScene } from "./failureScene.ts";
import { type Rows, readFailure } from "./failures.ts";
import { choose, fill, follow, goTo, holds, patience, press, see } from "./page.ts";
import { down } from "./runFailures.ts";

// Spec 1 §8 for brands and 10DLC campaigns.

const brandName = "The Shop";
const brandOf = (displayName: string) => ({ ...brandForm, displayName, referenceId: "" });
const missingId = "00000000-0000-7000-8000-000000000000";

/** Where a verified brand is, and sets that nothing is filed for. */
interface Filing {
  acct: string;
  brandId: string;
  makeSet(name: string): Promise<string>;
  /** Files a 10DLC campaign for a set of its own. */
  file(set: string): Promise<string>;
}

async function makeFiling(account: Account): Promise<Filing> {
  const [me] = (await account.call("GET", "/auth/me")).payload as { account: { accountSid: string } }[];
  const acct = me?.account.accountSid ?? "";
  const find = async () =>
    (await account.call("GET", `/${acct}/brand/all`)).payload.find(
      (one) => one["displayName"] === brandName && one["status"] === "VERIFIED",
    )?.["brandId"];
  if ((await find()) === undefined) await account.call("POST", `/${acct}/brand`, brandOf(brandName));
  await expect.poll(find, patience).toEqual(expect.any(String));
  const brandId = String(await find());
  const make = async (path: string, id: string, body: object): Promise<string> =>
    String((await account.call("POST", path, body)).payload[0]?.[id]);
  const makeSet = (name: string) => make("/v4/numberset/", "numberSetId", { name, phoneNumbers: [] });
  return {
    acct,
    brandId,
    makeSet,
    file: async (set) => make(`/${acct}/campaign`, "id", tenDlcSample({ brandId, numberSetId: await makeSet(set) })),
  };
}

/** A form of a 10DLC campaign that needs nothing more but to be handed in. */
async function writeFiling(page: Page, set: string): Promise<void> {
  await choose(page, "Brand", brandName);
  await choose(page, "Use Case", "Customer care");
  await choose(page, "Number Set", set);
  await fill(page, "Description", tenDlc.description);
  await fill(page, "Opt-in Process", tenDlc.messageFlow);
  for (const n of [1, 2, 3, 4, 5] as const) await fill(page, `Message Sample ${n}`, tenDlc[`sample${n}`]);
  for (const box of [/opt in before/, /opt out$/, /HELP receives a reply/]) await page.getByLabel(box).click();
}

const createPath = "/businessprofiles/campaign/create";
const editPath = (id: string): string => `/businessprofiles/campaign/edit/${id}`;

/** What is taken away beneath those who register, and what fails in the same windows once the database is stopped. */
export interface RegistrationFailures {
  removed: Rows[];
  /** Files a 10DLC campaign whose second call arrives when the database is gone: await it while there is one. */
  fileBefore(): Promise<void>;
  stopped: Rows[];
}

export async function registrationFailures({ at, account, remove }: FailureScene): Promise<RegistrationFailures> {
  const create = await at(editPath(missingId));
  const { acct, makeSet, file } = await makeFiling(account());
  const [created, changed] = [await makeSet("Filed removed"), await makeSet("Changed removed")];
  await makeSet("Stopped");
  const filed = await file("Of its own");
  const brand = brandOf("Removed brand");
  const brandId = String((await account().call("POST", `/${acct}/brand?draft=true`, brand)).payload[0]?.["brandId"]);
  const [edit, ofBrand] = await Promise.all([at(editPath(filed)), at(`/businessprofiles/edit/${brandId}`)]);
  let arrive = () => {};
  const isStopped = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return {
    removed: [
      {
        "load a 10DLC campaign": () => readFailure(create, "Error loading page"),
        "create a 10DLC campaign": async () => {
          await create.goto(new URL(createPath, create.url()).href);
          await writeFiling(create, "Filed removed");
          await remove(`/v4/numberset/${created}/`);
          await press(create, "Submit for review");
          const words = await readFailure(create, "Error creating campaign");
          await holds(create, "Description", tenDlc.description);
          return words;
        },
      },
      {
        "update a 10DLC campaign": async () => {
          await choose(edit, "Number Set", "Changed removed");
          await remove(`/v4/numberset/${changed}/`);
          await press(edit, "Save");
          return readFailure(edit, "Error updating campaign");
        },
      },
      {
        "update a brand": async () => {
          await see(ofBrand.getByRole("button", { name: "Save draft" }));
          await remove(`/${acct}/brand/${brandId}`);
          await press(ofBrand, "Save draft");
          return readFailure(ofBrand, "Error updating brand");
        },
        "load a brand": async () => {
          await ofBrand.reload();
          return readFailure(ofBrand, "Error loading brand");
        },
      },
    ],
    async fileBefore() {
      await create.route("**/v4/notification/support", async (route) => {
        await isStopped;
        await route.continue();
      });
      await choose(create, "Number Set", "Stopped");
      await press(create, "Submit for review");
      await see(create.getByText("Campaign created successfully"));
    },
    stopped: [
      {
        "send a 10DLC campaign notification": async () => {
          arrive();
          return readFailure(create, "Error sending campaign notification");
        },
      },
      {
        "update a 10DLC campaign": async () => {
          await press(edit, "Save");
          return readFailure(edit, "Error updating campaign");
        },
      },
      {
        "list brands": async () => {
          await goTo(ofBrand, "Business Profiles");
          return readFailure(ofBrand, "Error loading brands");
        },
        "load what a 10DLC campaign needs": async () => {
          await follow(ofBrand, "Campaign");
          return readFailure(ofBrand, "Error loading page");
        },
      },
    ],
  };
}

/** What is read of each of them. */
export const registrationWhenRemoved: Record<string, string[]> = {
  "load a 10DLC campaign": ["Error loading page", "10DLC campaign not found"],
  "create a 10DLC campaign": ["Error creating campaign", "This number set does not exist"],
  "update a 10DLC campaign": ["Error updating campaign", "This number set does not exist"],
  "update a brand": ["Error updating brand", "Brand not found"],
  "load a brand": ["Error loading brand", "Brand not found"],
};
export const registrationWhenStopped: Record<string, string[]> = {
  "send a 10DLC campaign notification": ["Error sending campaign notification", down],
  "update a 10DLC campaign": ["Error updating campaign", down],
  "list brands": ["Error loading brands", down],
  "load what a 10DLC campaign needs": ["Error loading page", down],
};
