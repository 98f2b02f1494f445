import { afterAll, beforeAll, expect, test } from "vitest";
import { makeProviderCertificate } from "../apps/server/test/identityProvider.ts";
import { useBrowser } from "./browser.ts";
import { type ProviderServer, startProvider } from "./identityProvider.ts";
import { openDemo } from "./openDemo.ts";
import { answer, choose, fill, follow, gone, press, readNotice, rowOf, see } from "./page.ts";

const browser = useBrowser();
let idp: ProviderServer;
beforeAll(async () => {
  idp = await startProvider();
});
afterAll(() => idp.close());

const xml = (name: string, text: string) => ({ name, mimeType: "text/xml", buffer: Buffer.from(text) });

test("spec 3 §2, §5, §8: SAML is set up, users sign in from both sides, the log shows refusals, and every user is asked for it", async () => {
  const { page, account } = await openDemo(browser, "/external-integration");
  await follow(page, "External Integration");
  await choose(page, "Provider", "SAML");
  const { payload } = await account.call("GET", "/v4/saml/");
  const { acsUrl, entityId, nameId, signInUrl } = payload[0] as Record<
    "acsUrl" | "entityId" | "nameId" | "signInUrl",
    string
  >;
  for (const words of [acsUrl, entityId, nameId]) await see(page.getByText(words, { exact: true }));
  await see(page.getByText("Map the name ID to the user's email address."));
  await press(page, "Create");
  await see(page.getByText("Metadata is required for provider saml"));
  const file = page.getByLabel("Metadata file", { exact: true });
  await file.setInputFiles(xml("metadata.txt", idp.metadata));
  await see(page.getByText("Choose an .xml file. metadata.txt is not one."));
  await file.setInputFiles(xml("metadata.xml", "<html/>"));
  await press(page, "Create");
  await readNotice(
    page,
    "Something went wrong The file is not the metadata of an identity provider. It has no IDPSSODescriptor metadata",
  );
  await file.setInputFiles(xml("metadata.xml", idp.metadata));
  await press(page, "Create");
  await readNotice(page, "Configuration saved successfully");
  await follow(page, "SAML");
  await see(page.getByText("No one has signed in with it yet"));
  await see(page.getByText(`${new URL(idp.metadata.match(/entityID="([^"]+)"/)?.[1] ?? "").href}`, { exact: true }));

  // begun here, by the account's id
  const guest = await browser.page({ stranger: true });
  await guest.goto(new URL("/login?next=%2Fcontacts", page.url()).href);
  await press(guest, "Sign in with single sign-on");
  await press(guest, "Continue to the identity provider");
  await see(guest.getByText("Account ID is required"));
  await fill(guest, "Account ID", signInUrl);
  await press(guest, "Continue to the identity provider");
  const signInThere = async (email: string) => {
    await see(guest.getByRole("heading", { name: "Who are you?" }));
    await fill(guest, "Email", email);
    await press(guest, "Continue");
    await press(guest, "Go on");
  };
  await signInThere("ida@example.com");
  await see(guest.getByRole("heading", { name: "Contacts", level: 1 }));
  await guest.goto(new URL("/settings/sign-in", page.url()).href);
  await see(guest.getByText(/Your identity provider manages your password/));
  await see(guest.getByRole("table", { name: "Sessions" }).getByText("This session"));
  // started at the identity provider by another user while she is signed in, and by herself
  await guest.goto(idp.applications({ acsUrl, entityId }));
  await signInThere("mallory@example.com");
  await see(guest.getByRole("alert").getByText(/Single sign-on was refused/));
  await guest.goto(idp.applications({ acsUrl, entityId }));
  await signInThere("ida@example.com");
  await see(guest.getByRole("heading", { name: "Home", level: 1 }));

  // the log lists all three with their remedy
  await page.reload();
  await see(page.getByText(/Last successful sign-in:/));
  await see(
    rowOf(page, "SignOnAttempts", "mallory@example.com").getByText(/Another user was signed in with that browser/),
  );
  await expect.poll(() => rowOf(page, "SignOnAttempts", "ida@example.com").count()).toBe(2);
  await press(rowOf(page, "SignOnAttempts", "mallory@example.com").first(), /^Show attempt/);
  await see(page.getByRole("dialog", { name: "Attempt" }).getByText("Sign out first, or start the sign-in here."));
  await page.keyboard.press("Escape");

  // another certificate is added to the previous one, which a user can remove
  const later = makeProviderCertificate();
  await file.setInputFiles(xml("later.xml", idp.provider.metadata([later])));
  await press(page, "Upload metadata");
  await readNotice(page, "Configuration saved successfully");
  idp.provider.change(later);
  await see(rowOf(page, "Certificates", "Current").getByRole("button", { name: /^Remove/, disabled: true }));
  await press(rowOf(page, "Certificates", "Previous"), /^Remove/);
  await answer(page, "Remove");
  await readNotice(page, "Certificate removed");
  await gone(rowOf(page, "Certificates", "Previous"));
  await guest.goto(signInUrl);
  await signInThere("ida@example.com");
  await see(guest.getByRole("heading", { name: "Home", level: 1 }));

  // required of all users: those with a password are redirected, the owner is not
  const { payload: users } = await account.call("GET", "/v4/user/");
  const ida = users.find(({ email }) => email === "ida@example.com");
  expect(ida).toMatchObject({ role: "viewer", name: "Ida Provider" });
  // an administrator sees it, and why an owner sets it up
  await account.call("PUT", `/v4/user/${ida?.["userId"]}/`, { role: "administrator", privileges: [] });
  await guest.goto(new URL("/external-integration/create?provider=saml", page.url()).href);
  await see(
    guest.getByText("Only an owner can set up single sign-on, because it can sign in as any user of the account."),
  );
  await see(guest.getByRole("button", { name: "Create", disabled: true }));
  const invited = await account.call("POST", "/v4/user/", { email: "pat@example.com", role: "member", privileges: [] });
  const path = new URL(String(invited.payload[0]?.["invitationUrl"])).pathname;
  await page.getByRole("switch", { name: /Require single sign-on/ }).click();
  await press(page, "Save");
  await answer(page, "Require");
  await readNotice(page, "Single sign-on saved");
  const pat = await browser.page({ stranger: true });
  await pat.goto(new URL(path, page.url()).href);
  await fill(pat, "Your name", "Pat Password");
  await fill(pat, "Password", "a long password");
  await press(pat, "Join");
  await see(pat.getByText(/requires single sign-on/));
  await see(pat.getByRole("link", { name: /^Sign in to/ }));
  expect((await account.call("GET", "/v4/user/")).status).toBe(true);

  // deleted, it is off for every user
  await account.call("DELETE", "/v3/accounts/external/config/saml");
  await guest.goto(signInUrl);
  await see(guest.getByRole("alert").getByText("Single sign-on is not set up for this account."));
});
