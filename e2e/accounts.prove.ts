import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOpenFolder } from "../apps/server/test/launch.ts";
import { startMailServer } from "../apps/server/test/mailServer.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { owner, signIn } from "./enter.ts";
import { answer, fill, gone, goTo, open, press, see } from "./page.ts";
import { type Product, startProduct } from "./product.ts";

// Readings, Accounts and Password reset: a product with mail, two accounts and an operator.

const browser = useBrowser();
const operatorToken = "operator-token-of-the-browser-tests";
const mail = await startMailServer();
let folder = "";
let product: Product;
let stop = async (): Promise<void> => {};

beforeAll(async () => {
  folder = await makeOpenFolder("trunkline-e2e-accounts-");
  noteSecrets([operatorToken]);
  const { host, port, user, password } = mail.settings;
  ({ product, stop } = await startProduct(join(folder, "data"), ["--empty"], {
    TRUNKLINE_OPERATOR_TOKEN: operatorToken,
    TRUNKLINE_MAIL_URL: `smtp://${user}:${password}@${host}:${port}`,
    TRUNKLINE_MAIL_FROM: "Trunkline <trunkline@example.com>",
  }));
  const token = /token: (\S+)/.exec(product.line)?.[1] ?? "";
  const made = await post("/auth/setup", { token, accountName: "Harbor Bakery", ...owner });
  expect(made.status).toBe(200);
});
afterAll(async () => {
  await stop();
  await mail.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  mail.received.length = 0;
});

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${product.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** The link in the last mail to an address. */
async function mailedLink(pattern: RegExp): Promise<string> {
  await expect.poll(() => mail.received.some(({ text }) => pattern.test(text))).toBe(true);
  const link = pattern.exec(mail.received.findLast(({ text }) => pattern.test(text))?.text ?? "")?.[0] ?? "";
  noteSecrets([link.split(/[/#]/).at(-1)]);
  return link;
}

const menu = { name: /account menu of/ } as const;

test("a user of two accounts switches in the account menu, and a tab of the other account asks where to continue", async () => {
  const asked = { name: "Second Street Bakery", owner: owner.email };
  const made = await post("/v4/operator/account/", asked, { authorization: `Bearer ${operatorToken}` });
  expect(made.status).toBe(200);
  const page = await browser.page();
  await page.goto(await mailedLink(/http\S+\/invitation\/\S+/));
  await see(page.getByRole("heading", { name: "Join Second Street Bakery" }));
  await fill(page, "Your name", owner.name);
  await fill(page, "Password", owner.password);
  await press(page, "Join");
  await see(page.getByText("Second Street Bakery", { exact: true }));

  const account = await enter(page, product.address, owner);
  await account.makeTemplate("Only on Second Street", "Hello");
  const other = await browser.page();
  await other.goto(`${product.address}/templates/create`);
  await fill(other, "Title", "Meant for Second Street");

  await page.getByRole("button", menu).click();
  await see(page.getByRole("menuitem", { name: "Second Street Bakery open" }));
  await page.getByRole("menuitem", { name: "Harbor Bakery" }).click();
  await see(page.getByText("Harbor Bakery", { exact: true }));
  await goTo(page, "Templates");
  await see(page.getByText("No templates yet"));

  const dialog = other.getByRole("dialog", { name: "You are now in Harbor Bakery" });
  await see(dialog);
  await press(dialog, "Switch back to Second Street Bakery");
  await see(other.getByText("Second Street Bakery", { exact: true }));
});

test("unsaved changes are asked about before the account is switched", async () => {
  const page = await browser.page();
  await signIn(page, product.address, owner);
  await open(page, "/templates/create");
  await fill(page, "Title", "Half written");
  const { account } = await (await page.request.get(`${product.address}/auth/me`))
    .json()
    .then((body) => body.payload[0]);
  const target = account.name === "Harbor Bakery" ? "Second Street Bakery" : "Harbor Bakery";
  await page.getByRole("button", menu).click();
  await page.getByRole("menuitem", { name: target }).click();
  await answer(page, "Stay");
  const after = await (await page.request.get(`${product.address}/auth/me`)).json();
  expect(after.payload[0].account.name).toBe(account.name);
});

test("an administrator creates a password link for another user, who signs in with the new password", async () => {
  const page = await browser.page({ stranger: true });
  const { email: own, password } = owner;
  const account = await enter(page, product.address, { email: own, password });
  const email = "fay.forgetful@example.com";
  await account.call("POST", "/v4/user/", { email, role: "viewer", privileges: [] });
  const joined = new URL(await mailedLink(/http\S+\/invitation\/\S+/)).pathname;
  expect((await post(`/auth${joined}`, { name: "Fay", password: "a password to forget" })).status).toBe(200);
  const fay = (await account.call("GET", "/v4/user/")).payload.find((user) => user["email"] === email);
  await page.goto(`${product.address}/users/${fay?.["userId"]}`);
  await press(page, "Create password link");
  await see(page.getByText("Anyone who has the link can choose a new password for them."));
  await press(page.getByRole("dialog"), "Create link");
  const shown = page.getByRole("dialog").getByRole("textbox", { name: "Password link" });
  const link = await shown.inputValue();
  noteSecrets([link.split("#").at(-1)]);
  await see(page.getByText(`Send this link to ${email}. It works once, until`));
  await press(page, "Done");
  await gone(shown);
  const hers = await browser.page({ stranger: true });
  await hers.goto(link);
  const next = "a password to remember";
  noteSecrets([next]);
  await fill(hers, "New password", next);
  await press(hers, "Save password");
  await see(hers.getByRole("heading", { name: "Password changed" }));
  await signIn(hers, product.address, { email, password: next });
});

test("a forgotten password is reset by the mailed link, which works once", async () => {
  const page = await browser.page({ stranger: true });
  await page.goto(`${product.address}/login`);
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await see(page.getByRole("heading", { name: "Forgot password?" }));
  await fill(page, "Email", owner.email);
  await press(page, "Send link");
  await see(page.getByText(`If ${owner.email} belongs to a user with a password`));
  const link = await mailedLink(/http\S+\/reset-password#\S+/);
  const asked: string[] = [];
  page.on("request", (request) => void asked.push(request.url()));
  await page.goto(link);
  await see(page.getByRole("heading", { name: "Choose a new password" }));
  expect(await page.getByRole("textbox", { name: "Email" }).inputValue()).toBe(owner.email);
  await fill(page, "New password", "short");
  await press(page, "Save password");
  await see(page.getByText("Password must have at least 10 characters"));
  const next = "another battery staple";
  noteSecrets([next]);
  await fill(page, "New password", next);
  await press(page, "Save password");
  await see(page.getByRole("heading", { name: "Password changed" }));
  const token = link.split("#")[1] ?? "";
  expect(asked.filter((url) => url.split("#")[0]?.includes(token))).toEqual([]);
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, product.address, { email: owner.email, password: next });

  const late = await browser.page({ stranger: true });
  await late.goto(link);
  await see(late.getByText("This link can't be used"));
  await press(late, "Get a new link");
  await see(late.getByRole("heading", { name: "Forgot password?" }));
});
