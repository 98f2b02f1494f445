import type { Locator, Page } from "playwright-core";
import { addAfter, addNode, addSection, form, select } from "./editor.ts";
import { choose, fill, holds, pick, press, see, unique } from "./page.ts";

/** What the cases choose from, made once. */
export interface Made {
  numberSet: string;
  template: string;
  workflow: string;
}

export interface Case {
  /** What the palette calls the kind. */
  kind: string;
  /** The node that the case is about: the second one, after the start. */
  node: string;
  /** Adds the node and what it leads to, and leaves its form empty. */
  draw(page: Page): Promise<void>;
  /** Messages of the notice titled Error while it is empty, to the letter (spec 2 §5.2). */
  messages: string[];
  fill(form: Locator, page: Page, made: Made): Promise<void>;
  /** What the form holds after a reload. */
  held(made: Made): Record<string, string>;
  /** How the contact's number ends, where the simulated carrier is to do something of its own. */
  phone?: string;
  /** What the journey page tells. */
  steps: string[];
}

/** Start → the node → Stop. */
const drawBetween = (kind: string) => async (page: Page) => {
  await addAfter(page, "Start 1", kind);
  await addNode(page, "Stop");
};
/** Start → the node → Stop on its first path, and a Stop that nothing leads to: the second path is the case's to choose. */
const drawBranch = drawBetween;

const sound = `${unique("hello").replace(" ", "-")}.wav`;
/** One sample of nothing: 8 kHz, 8 bits, one channel. */
const silence = Buffer.from(
  "524946462500000057415645666d74201000000001000100401f0000401f000001000800646174610100000080",
  "hex",
);

/** A kind that sends, one that calls, one that decides and one that holds others: walked in every suite. */
export const inEverySuite: ReadonlySet<string> = new Set(["SMS Send", "Condition"]);

export const cases: Case[] = [
  {
    kind: "SMS Send",
    node: "SMS Send 2",
    draw: drawBetween("SMS Send"),
    messages: ["Node 2: Template is required"],
    fill: (form, _, made) => choose(form, "Template", made.template),
    held: (made) => ({ Message: "Existing Template", Template: made.template }),
    steps: ["Hello Kim, this is a case.", "A text was sent", "Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Call",
    node: "Call 2",
    phone: "0060",
    draw: drawBetween("Call"),
    messages: ["Node 2: Text to Speech Text is required"],
    fill: async (form) => {
      await fill(form, "Text to Speech Text", "Hi ${firstName}");
      await press(form, "Add DTMF action");
      const row = form.getByRole("group", { name: "DTMF Action 1" });
      await choose(row, "DTMF Number", "9");
      await choose(row, "Action", "Do Not Contact");
      await holds(row, "Value", "Do Not Contact");
      await form.getByRole("switch", { name: "Use AI Rewording" }).click();
    },
    held: () => ({
      "Answer Action": "Text to Speech",
      "Text to Speech Voice": "English US, standard, male 1",
      "Text to Speech Text": "Hi ${firstName}",
      "Use AI Rewording": "on",
      "Audio Timeout (3-999 seconds)": "3 seconds",
      "DTMF Action 1 / DTMF Number": "9",
      "DTMF Action 1 / Action": "Do Not Contact",
      "If Machine": "Continue",
    }),
    steps: ["A call was answered", "answered by human", "Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Call XML",
    node: "Call XML 2",
    phone: "0060",
    draw: drawBetween("Call XML"),
    messages: ["Node 2: URL is required"],
    fill: async (form) => {
      await pick(form, "Source of URL", "External URL");
      await fill(form, "External URL", "https://scripts.invalid/survey.xml");
      await pick(form, "If Machine Callback URL Method", "GET");
    },
    held: () => ({
      "External URL": "https://scripts.invalid/survey.xml",
      "If Machine": "Continue",
      "If Machine Callback URL Method": "GET",
    }),
    steps: [
      "A call was answered",
      "the call script https://scripts.invalid/survey.xml cannot be had",
      "Continued to Stop 3",
    ],
  },
  {
    kind: "Call and Transfer",
    node: "Call and Transfer 2",
    phone: "0060",
    draw: drawBetween("Call and Transfer"),
    messages: ["Node 2: Transfer Destination is required"],
    fill: async (form) => {
      await fill(form, "Transfer Destination", "+12025550067");
      const human = form.getByRole("group", { name: "If Human Play URL", exact: true });
      await human.locator("input[type=file]").setInputFiles({ name: sound, mimeType: "audio/wav", buffer: silence });
      await holds(human, "Uploaded Asset", sound);
      // changing between the two clears the address
      const machine = form.getByRole("group", { name: "If Machine Play URL", exact: true });
      await pick(machine, "Source", "External URL");
      await fill(machine, "External URL", "https://sounds.invalid/bye.mp3");
      await pick(machine, "Source", "Uploaded Asset");
      await holds(machine, "Uploaded Asset", "");
      await form.getByRole("switch", { name: "Transfer Using Contact Number" }).click();
    },
    held: () => ({
      "Transfer Destination": "+12025550067",
      "Transfer Using Contact Number": "on",
      "Record Format": "wav",
      "If Machine": "Continue",
      "If Human Play URL / Uploaded Asset": sound,
    }),
    steps: ["A call was answered", "answered by human", "Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Time Delay",
    node: "Time Delay 2",
    draw: async (page) => {
      await drawBetween("Time Delay")(page);
      await fill(await select(page, "Time Delay 2"), "Wait Number", "");
    },
    messages: ["Node 2: Wait Number is required"],
    fill: async (form) => {
      await fill(form, "Wait Number", "1");
      await pick(form, "Wait Units", "Seconds");
    },
    held: () => ({
      "Delay Type": "Wait for a time",
      "Wait Type": "Number",
      "Wait Number": "1",
      "Wait Units": "Seconds",
    }),
    steps: ["Waiting", "Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Event",
    node: "Event 2",
    draw: drawBranch("Event"),
    messages: [
      "Node 2: Default Path is required",
      "Node 2: Conditional Path 1 Variable 1 is required",
      "Node 2: Conditional Path 1 Value 1 is required",
    ],
    fill: async (form, page) => {
      await fill(form, "Variable", "node2.reply");
      await choose(form, "Operation", "Contains one of");
      await fill(form, "Value", "yes, ok");
      await fill(form, "Wait Number", "1");
      await pick(form, "Wait Units", "Seconds");
      await addAfter(page, "Event 2", "Stop");
    },
    held: () => ({
      Variable: "node2.reply",
      Operation: "Contains one of",
      Value: "yes, ok",
      "Conditional Path": "Stop 3",
      "Wait Number": "1",
      "Wait Units": "Seconds",
      "Default Path": "Stop 4",
    }),
    steps: ["Waiting for a reply", "Continued to Stop 4", "The journey ended"],
  },
  {
    kind: "Condition",
    node: "Condition 2",
    draw: drawBranch("Condition"),
    messages: [
      "Node 2: Default Path is required",
      "Node 2: Conditional Path 1 Variable 1 is required",
      "Node 2: Conditional Path 1 Value 1 is required",
    ],
    fill: async (form, page) => {
      await fill(form, "Variable", "firstName");
      await fill(form, "Value", "Kim");
      await addAfter(page, "Condition 2", "Stop");
    },
    held: () => ({
      Variable: "firstName",
      Operation: "Equals",
      Value: "Kim",
      "Conditional Path": "Stop 3",
      "Default Path": "Stop 4",
    }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Percent",
    node: "Percent 2",
    draw: drawBranch("Percent"),
    messages: ["Node 2: Target Node 2 is required"],
    fill: async (_, page) => {
      await addAfter(page, "Percent 2", "Stop");
      const second = (await select(page, "Percent 2")).getByRole("group", { name: "Path 2" });
      await second.getByRole("textbox", { name: "Percentage" }).selectText();
      await page.keyboard.type("33.33");
    },
    held: () => ({
      "Path 1 / Target Node": "Stop 3",
      "Path 1 / Percentage": "50.00",
      "Path 2 / Target Node": "Stop 4",
      "Path 2 / Percentage": "33.33",
    }),
    steps: ["Continued to Stop", "The journey ended"],
  },
  {
    kind: "DNC Check",
    node: "DNC Check 2",
    draw: drawBranch("DNC Check"),
    messages: ["Node 2: Failure Path is required"],
    fill: async (form, page) => {
      await pick(form, "DNC Sub Type", "Call");
      await addAfter(page, "DNC Check 2", "Stop");
    },
    held: () => ({
      "DNC List": "Account",
      "DNC Sub Type": "Call",
      "Success Path": "Stop 3",
      "Failure Path": "Stop 4",
    }),
    steps: ["Continued to Stop 4", "The journey ended"],
  },
  {
    kind: "DNC",
    node: "DNC 2",
    draw: drawBetween("DNC"),
    messages: ["Node 2: DNC Type is required"],
    fill: (form) => choose(form, "DNC Type", "SMS"),
    held: () => ({ "DNC Type": "SMS" }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Edit Contact",
    node: "Edit Contact 2",
    draw: drawBetween("Edit Contact"),
    messages: ["Node 2: Variable 1 is required", "Node 2: Value 1 is required"],
    fill: async (form) => {
      await choose(form, "Mode", "Fixed Value");
      await choose(form, "Variable", "city");
      await fill(form, "Value", "Juneau");
    },
    held: () => ({ Mode: "Fixed Value", Variable: "city", Value: "Juneau" }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Rate Limit",
    node: "Rate Limit 2",
    draw: async (page) => {
      await drawBetween("Rate Limit")(page);
      await fill(await select(page, "Rate Limit 2"), "TPM", "0");
    },
    messages: ["Node 2: TPM must be at least 1"],
    fill: (form) => fill(form, "TPM", "120"),
    held: () => ({ TPM: "120 per minute" }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Workflow",
    node: "Workflow 2",
    draw: drawBetween("Workflow"),
    messages: ["Node 2: Campaign ID is required"],
    fill: async (form, _, made) => {
      await choose(form, "Campaign ID", made.workflow);
      await form.getByRole("switch", { name: "Observe Timezone Protection" }).click();
    },
    held: (made) => ({ "Campaign ID": made.workflow, "Observe Timezone Protection": "off" }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
  {
    kind: "Section",
    node: "Section 2",
    // the palette offers a section once it is there; its node comes with the name filled in
    draw: async (page) => {
      await addSection(page, "Later");
      await choose(page, "Current Section", "main");
      await select(page, "Start 1");
      await press(page, "Later");
      await see(form(page).getByText("Node 2", { exact: true }));
    },
    messages: [
      "A workflow path needs at least 3 nodes to be saved: Start (1) → Section (2)",
      "A workflow path needs at least 3 nodes to be saved: Section Later",
    ],
    fill: async (_, page) => {
      await select(page, "Start 1");
      await fill(await addNode(page, "Rate Limit"), "TPM", "600");
      await choose(page, "Current Section", "Later");
      await page.getByRole("group", { name: /^Section Start/ }).click();
      await fill(await addNode(page, "Rate Limit"), "TPM", "600");
      await addNode(page, "Stop");
      await choose(page, "Current Section", "main");
    },
    held: () => ({ Section: "Later" }),
    steps: ["Continued to Section 2", "Continued to Stop 5", "The journey ended"],
  },
  {
    kind: "Stop",
    node: "Stop 2",
    draw: async (page) => {
      await addAfter(page, "Start 1", "Stop");
    },
    messages: ["A workflow path needs at least 3 nodes to be saved: Start (1) → Stop (2)"],
    fill: async (_, page) => {
      await fill(await addAfter(page, "Start 1", "Rate Limit"), "TPM", "600");
    },
    held: () => ({}),
    steps: ["Continued to Stop 2", "The journey ended"],
  },
  {
    kind: "Start",
    node: "Start 1",
    draw: async (page) => {
      await drawBetween("Rate Limit")(page);
      const start = await select(page, "Start 1");
      await fill(start, "Title", "");
      await choose(start, "Frequency Protection", "Once in a number of days");
      await fill(start, "Days", "0");
    },
    messages: ["Node 1: Title is required", "Node 1: Days must be at least 1"],
    fill: async (form, _, made) => {
      await fill(form, "Title", unique("Start kept"));
      await choose(form, "Number Set", made.numberSet);
      await pick(form, "Timezone Protection", "Fixed");
      await choose(form, "Start", "12:00 AM");
      await choose(form, "End", "11:45 PM");
      await choose(form, "Timezone", "Eastern");
      await fill(form, "Days", "3");
    },
    held: (made) => ({
      "Number Set": made.numberSet,
      "Timezone Protection": "Fixed",
      Start: "12:00 AM",
      End: "11:45 PM",
      "Frequency Protection": "Once in a number of days",
      Days: "3",
    }),
    steps: ["Continued to Stop 3", "The journey ended"],
  },
];
