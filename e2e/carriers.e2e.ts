import { expect, inject, test } from "vitest";
import { startSmsc } from "../apps/server/test/smsc.ts";
import { enter, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

test("an SMSC is connected under Settings, seen bound, given a number that a set can send from, and the number moves to another one (docs/carriers.md)", async () => {
  const smsc = await startSmsc();
  const page = await browser.page();
  try {
    const account = await enter(page, inject("demo").address, demoUser);
    await page.goto(`${inject("demo").address}/settings/carriers`);
    const name = unique("SMSC");
    await press(page, "Add connection");
    await press(page, "Save");
    await see(page.getByText("System id is required"));
    await fill(page, "Name", name);
    await fill(page, "Host", "127.0.0.1");
    await fill(page, "Port", String(smsc.port));
    await fill(page, "System id", "us");
    await fill(page, "Password", "wrong");
    await press(page, "Test");
    await see(page.getByText("The bind failed: the password is wrong (ESME_RINVPASWD)"));
    await fill(page, "Password", "secret");
    await press(page, "Test");
    await see(page.getByText("The carrier accepted the bind"));
    await press(page, "Save");
    await readNotice(page, "Carrier connection saved");
    const row = rowOf(page, "Carrier connections", name);
    await see(row.getByText("Bound", { exact: true }));
    const binds = smsc.binds;
    await press(row, `Health ${name}`);
    const health = page.getByRole("dialog", { name: `Health of ${name}` });
    await see(health.getByText("No text accepted yet"));
    await press(health, "Test connection");
    const test = page.getByRole("dialog", { name: `Test ${name}` });
    await see(test.getByText("The connection works"));
    await see(test.getByText("The carrier accepted the bind"));
    await press(test, "Close");
    await press(health, "Reconnect");
    await readNotice(page, "Reconnecting");
    // the trial, and the connection itself once more
    await expect.poll(() => smsc.binds).toBe(binds + 2);
    await see(health.getByText("Bound since"));

    await page.goto(`${inject("demo").address}/numbers`);
    await press(page, "Add your own number");
    const phone = `+1206234${String(Math.floor(Math.random() * 9_000) + 1_000)}`;
    await fill(page, "Phone", phone);
    await choose(page, "Carrier connection", name);
    await press(page, "Add number");
    await readNotice(page, "Number added");
    await see(rowOf(page, "Numbers", `(206) 234-${phone.slice(-4)}`).getByText(name));
    await expect.poll(() => smsc.bound).toBe(1);
    const other = unique("Second");
    const second = {
      kind: "smpp",
      name: other,
      host: "127.0.0.1",
      port: smsc.port,
      systemId: "us",
      password: "secret",
    };
    await account.call("POST", "/v4/carrier/", second);
    await page.reload();
    const numbered = rowOf(page, "Numbers", `(206) 234-${phone.slice(-4)}`);
    await press(numbered, `Move to another carrier ${written(phone)}`);
    const moving = page.getByRole("dialog", { name: `Move ${written(phone)}` });
    await choose(moving, "Carrier connection", other);
    await press(moving, "Move");
    expect(await readNotice(page, "Number moved")).toContain(`sends through ${other}`);
    await see(numbered.getByText(other));
    // numbers of the simulated carrier are there still
    await see(page.getByRole("link", { name: "Open the simulated carrier" }));
  } finally {
    await smsc.stop();
  }
});
