import type { Locator } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, enter, textWorkflow, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { type Drawn, drawingOf } from "./inboundDrawing.ts";
import { choose, fill, gone, goTo, open, press, readNotice, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const { address } = inject("demo");

/** What a walk is over: a route with an end of each of the ten kinds, and who calls or texts for it. */
interface Scene {
  tag: string;
  number: string;
  /** The last four digits of every phone of this walk are its own, so that it can run again over the same product. */
  phone: (areaCode: string) => string;
  name: string;
}

let walks = Math.floor(Date.now() / 1000) % 9_000;

async function makeScene(account: Account): Promise<Scene> {
  const name = unique("Ends");
  const list = name.toLowerCase().replace(" ", "-");
  const last = String(1_000 + (walks++ % 9_000));
  const phone = (areaCode: string) => `+1${areaCode}555${last}`;
  const { payload: users } = await account.call("GET", "/v4/user/");
  const ids = users.filter(({ state }) => state === "active").map(({ userId }) => userId);
  await account.call("POST", "/v4/livelist", { listName: list, clientIds: ids });
  await account.call("POST", "/v4/workgroup/", { name, members: ids.map((userId) => ({ userId })) });
  await account.call("POST", "/v4/ivr", {
    ivrName: list,
    configurationOptions: { ttsVoice: "en-us-standard-female-1", say: "Sorry?", maxAttemptsSay: "Goodbye." },
    menus: [
      {
        menuId: "welcome",
        say: `Menu of ${name}.`,
        options: [{ dtmfKey: 1, say: "Bye.", actions: [{ type: "hangup", value: "" }] }],
      },
    ],
  });
  const set = await account.makeNumberSet(name);
  const template = await account.makeTemplate(name, `Welcome to ${name}`);
  const campaign = await account.makeWorkflow(name, set, textWorkflow(template));
  const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
  const [number = ""] = (numbers?.["phoneNumbers"] ?? []) as string[];
  await account.makeContact("Goldie", { lastName: name, phone: phone("617"), extdata: { tier: "gold" } });
  const from = (areaCode: string) => ({ contentValue: [`+1${areaCode}`] });
  const nodes: Drawn[] = [
    { kind: "areaCode", form: from("303"), under: "callSrc" },
    { kind: "voicemail", under: "areaCode-1" },
    { kind: "areaCode", form: from("212"), under: "callSrc" },
    { kind: "time", form: { timeOperation: "GREATER_THAN", timeValue: "00:00:00" }, under: "areaCode-2" },
    { kind: "callForward", form: { numberOrSip: phone("907") }, under: "time-1" },
    { kind: "contactAttribute", form: attribute("gold"), under: "callSrc" },
    { kind: "workgroup", form: { workgroupName: name }, under: "contactAttribute-1" },
    { kind: "state", form: { contentValue: ["TX"] }, under: "callSrc" },
    { kind: "liveList", form: { liveListName: list, selectedAsset: "https://a.example/hold.mp3" }, under: "state-1" },
    { kind: "areaCode", form: from("206"), under: "callSrc" },
    {
      kind: "groupCall",
      form: { groupCallNumbers: [phone("808")], groupCallDistributionType: 1 },
      under: "areaCode-3",
    },
    { kind: "areaCode", form: from("404"), under: "callSrc" },
    { kind: "ivr", form: { ivrName: list }, under: "areaCode-4" },
    { kind: "workflow", form: { selectedWorkflow: campaign }, under: "smsSrc" },
    { kind: "customCall", form: { callXml: said(`Script of ${name}`), priority: 9 }, under: "callSrc" },
    { kind: "textContent", form: { contentValue: "invoice" }, under: "smsSrc" },
    { kind: "inbox", form: { inboxName: `Billing ${name}` }, under: "textContent-1" },
    { kind: "textContent", form: { contentValue: "urgent" }, under: "smsSrc" },
    { kind: "smsForward", form: { phoneNumber: phone("907") }, under: "textContent-2" },
  ];
  const tag = await account.makeRoute(name, drawingOf(nodes));
  await account.call("POST", `/v4/route/tag/${encodeURIComponent(tag)}/numbers`, { numbers: [number] });
  return { tag, number, phone, name };
}

const attribute = (contentValue: string) => ({ attributeValue: "tier", contentOperation: "EQUALS", contentValue });
const said = (words: string): string => `<Response><Say>${words}</Say><Hangup/></Response>`;

describe("calls and texts through a drawn route (spec 1 §2.5, §3.5, §3.6, §4.1)", () => {
  test("spec 1 §3.6: each of the ten destinations is reached from the handset, by time, area code, state, contact and words", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const { tag, number, phone, name } = await makeScene(account);
    const handset = (of: string): Locator => page.getByRole("region", { name: `Handset ${written(of)}` });
    const dial = async (from: string, ...also: string[]): Promise<Locator> => {
      await open(
        page,
        `/simulated-carrier/${from}${also.length > 0 ? `?also=${encodeURIComponent(also.join(","))}` : ""}`,
      );
      const device = handset(from);
      await choose(device, `Text from ${written(from)} to`, new RegExp(written(number).replaceAll(/[()+]/g, "\\$&")));
      await press(device, `Call from ${written(from)}`);
      return device;
    };
    // the page that is opened next would break the call off
    const hangUp = async (device: Locator) => {
      await press(device, "Hang up");
      await gone(device.getByRole("button", { name: "Hang up", exact: true }));
    };
    const rings = (of: string) => see(handset(of).getByRole("button", { name: "Answer", exact: true }));
    await page.goto(`${address}/campaigns`);

    // custom call XML: only its own rules apply, and it has none
    const script = await dial(phone("415"));
    await see(script.getByText(`Script of ${name}`));
    // IVR
    const menu = await dial(phone("404"));
    await see(menu.getByText(`Menu of ${name}.`));
    await hangUp(menu);
    // call forward and group call ring other handsets
    const forwarded = await dial(phone("212"), phone("907"));
    await rings(phone("907"));
    await hangUp(forwarded);
    const grouped = await dial(phone("206"), phone("808"));
    await rings(phone("808"));
    await hangUp(grouped);
    // voicemail
    const message = await dial(phone("303"));
    await press(message, "Finish recording");
    await gone(message.getByRole("button", { name: "Finish recording", exact: true }));
    // work group and live list ring the agent, on whichever page
    const mine = page.getByRole("region", { name: "Your phone" });
    const waiting = await dial(phone("617"));
    await press(mine, "Answer");
    // a caller who hangs up before that was never answered
    await see(mine.getByText(`Connected · Work group ${name}`));
    await hangUp(waiting);
    await press(mine, "Done");
    await gone(mine);
    const listed = await dial(phone("512"));
    // waiting callers do not ring: the agent opens the phone to answer
    await press(page, /^Your phone: .*callers? waiting$/);
    await press(mine, new RegExp(`^Answer .*${phone("512").slice(-4)}$`));
    await see(mine.getByText(/^Connected · Live list/));
    await hangUp(listed);
    await press(mine, "Done");
    await see(mine.getByText("Available", { exact: true }).first());

    // texts by their words
    const device = handset(phone("415"));
    await open(page, `/simulated-carrier/${phone("415")}?also=${encodeURIComponent(phone("907"))}`);
    await choose(
      device,
      `Text from ${written(phone("415"))} to`,
      new RegExp(written(number).replaceAll(/[()+]/g, "\\$&")),
    );
    const say = async (words: string) => {
      await fill(device, `Reply from ${written(phone("415"))}`, words);
      await press(device, `Send from ${written(phone("415"))}`);
    };
    await say("Where is my invoice?");
    await say("This is urgent");
    await see(handset(phone("907")).getByText(`From ${phone("415")}: This is urgent`));
    await say("Hello");
    await see(device.getByText(`Welcome to ${name}`));

    // what each came to, as the pages say it
    await goTo(page, "Voicemail");
    await see(page.getByText(written(phone("303"))));
    await goTo(page, "Inbox");
    const conversation = page.getByRole("region", { name: "Conversations" }).getByRole("button", {
      name: new RegExp(written(phone("415")).replaceAll(/[()+]/g, "\\$&")),
    });
    await choose(page, "Inbox", `Billing ${name}`);
    await see(conversation.getByText(`Text · Billing ${name} · Unassigned`));
    // a number says who answers it and which workflows send from it
    await goTo(page, "Numbers");
    const row = rowOf(page, "Numbers", written(number));
    await see(row.getByRole("link", { name: tag, exact: true }));
    await see(row.getByRole("link", { name, exact: true }).nth(1));
    await press(row.first(), `Change routing ${written(number)}`);
    await press(page.getByRole("dialog"), "Detach");
    await readNotice(page, "Number detached");
    await press(row.first(), `Change routing ${written(number)}`);
    await choose(page.getByRole("dialog"), "Answered by", tag);
    // another agent is quicker
    const other = await account.makeRoute(unique("Quick"), "inbound.empty");
    const take = (numbers: string[]) =>
      account.call("POST", `/v4/route/tag/${encodeURIComponent(other)}/numbers`, { numbers });
    await take([number]);
    await press(page.getByRole("dialog"), "Attach");
    expect(await readNotice(page, "Error assigning numbers")).toContain(`${number} is answered by "${other}"`);
    await take([]);
    await press(page.getByRole("dialog"), "Attach");
    await readNotice(page, "Number attached");
    const decided = async (path: string) =>
      (await account.call("GET", path)).payload.flatMap(
        (row) => (row["route"] ?? []) as { routeTag: string; destType: string }[],
      );
    const reached = new Set(
      [
        ...(await decided(`/v4/call/?direction=in&limit=50`)),
        ...(await decided(`/v4/message/?direction=in&limit=50`)),
      ].flatMap(({ routeTag, destType }) => (routeTag === tag ? [destType] : [])),
    );
    expect([...reached].sort()).toEqual([
      ...["call", "call-relay", "groupcall", "inbox", "ivr", "live-list", "sms", "voicemail", "workflow", "workgroup"],
    ]);
  });
});
