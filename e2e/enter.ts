import type { Page } from "playwright-core";
import { fill, press, see } from "./page.ts";

/** The sign-in that every demo has. */
export const demoUser = { email: "demo@trunkline.local", password: "trunkline-demo" } as const;

/** The owner that `setUp` makes. */
export const owner = { name: "Nora Owner", email: "nora@example.com", password: "correct horse battery" } as const;

/** Signs in at the sign-in page. */
export async function signIn(page: Page, address: string, who: { email: string; password: string }): Promise<void> {
  await page.goto(`${address}/login`);
  await fill(page, "Email", who.email);
  await fill(page, "Password", who.password);
  await press(page, "Sign in");
  await see(page.getByRole("heading", { name: "Home", level: 1 }));
}

/** Makes the first account of an empty product with the token of its start line. */
export async function setUp(page: Page, { address, line }: { address: string; line: string }): Promise<void> {
  const token = /token: (\S+)/.exec(line)?.[1] ?? "";
  await page.goto(address);
  await fill(page, "Setup token", token);
  await fill(page, "Account name", "Harbor Bakery");
  await fill(page, "Your name", owner.name);
  await fill(page, "Email", owner.email);
  await fill(page, "Password", owner.password);
  await press(page, "Create account");
  await see(page.getByRole("heading", { name: "Home", level: 1 }));
}
