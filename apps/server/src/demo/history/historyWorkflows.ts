import type { Goal } from "@trunkline/workflow/outcome/goal.ts";
import type { Query } from "../../store/database.ts";
import { insertSmsTemplate } from "../../store/templates/smsTemplate.ts";
import { type CampaignSettings, insertCampaign, saveVersion } from "../../store/workflows/campaign.ts";

const settings = {
  workflowDisplayType: 1,
  timezoneProtectionType: 0,
  timezoneProtectionStartTime: "08:00:00",
  timezoneProtectionEndTime: "17:00:00",
  timezoneProtectionTimezoneFixed: null,
  frequencyDays: -1,
};

/** The templates of the workflows below. */
const templates = {
  questionA: {
    templateTitle: "Demo: whitening, as a question",
    templateText:
      "${firstName}, would you like a brighter smile? Whitening is 20% off this month at Harbor Dental: https://harbor-dental.example.com/whitening Reply YES and we call you. Reply STOP to opt out.",
    shortenLinks: true,
  },
  offerB: {
    templateTitle: "Demo: whitening, as a price",
    templateText:
      "Harbor Dental: whitening is $119 instead of $149 this month. https://harbor-dental.example.com/whitening Reply YES and we call you. Reply STOP to opt out.",
    shortenLinks: true,
  },
  booked: {
    templateTitle: "Demo: whitening, answer",
    templateText: "Great, ${firstName}! We will call you today to find a time. Harbor Dental",
  },
  survey: {
    templateTitle: "Demo: how was your visit",
    templateText:
      "${firstName}, thank you for your visit to Harbor Dental. How was it, from 1 (poor) to 5 (excellent)? Reply with a number.",
  },
  happy: { templateTitle: "Demo: survey, happy", templateText: "That is good to hear. Thank you, ${firstName}!" },
  unhappy: {
    templateTitle: "Demo: survey, not happy",
    templateText: "We are sorry to hear that, ${firstName}. Dr. Harbor will call you personally.",
  },
};
type Template = keyof typeof templates;

/** The node that a reply belongs to, and the words that it must equal. */
const replies = (sendNode: number, words: string) => ({
  statements: [{ variable: `node${sendNode}.reply`, operation: "EQUALS_ONE_OF", value: words, negated: false }],
});

const wait = (path: number) => ({
  timeoutType: "wait",
  timeoutWaitType: "number",
  timeoutWaitNumber: 1,
  timeoutWaitUnits: "days",
  timeoutPath: path,
});

type Node = [id: number, type: string, column: number, row: number, children: number[], own?: object];
const saved = (nodes: readonly Node[]) => ({
  schemaVersion: 1,
  startNode: 1,
  nodes: nodes.map(([id, type, column, row, children, own]) => ({
    id,
    type,
    x: 450 + column * 380 - (type === "event" || type === "percentage" || own ? 160 : 100),
    y: 25 + row * 150,
    children,
    ...own,
  })),
  sections: { main: 1 },
});
type Send = (key: Template) => object;

const yes = "yes,y,yes please,sure";

const whitening = (send: Send) =>
  saved([
    [1, "start", 0, 0, [2]],
    [2, "percentage", 0, 1, [3, 4], { percentages: [5000, 5000] }],
    [3, "smsSend", -0.6, 2, [5], send("questionA")],
    [4, "smsSend", 0.6, 2, [6], send("offerB")],
    [5, "event", -0.6, 3, [7, 9], { timeoutData: wait(9), conditions: [{ targetNode: 7, ...replies(3, yes) }] }],
    [6, "event", 0.6, 3, [8, 10], { timeoutData: wait(10), conditions: [{ targetNode: 8, ...replies(4, yes) }] }],
    [7, "smsSend", -1.1, 4, [11], send("booked")],
    [8, "smsSend", 0.6, 4, [12], send("booked")],
    [9, "control", -0.1, 4, []],
    [10, "control", 1.6, 4, []],
    [11, "control", -1.1, 5, []],
    [12, "control", 0.6, 5, []],
  ]);

const survey = (send: Send) =>
  saved([
    [1, "start", 0, 0, [2]],
    [2, "smsSend", 0, 1, [3], send("survey")],
    [
      3,
      "event",
      0,
      2,
      [4, 5, 6],
      {
        timeoutData: wait(6),
        conditions: [
          { targetNode: 4, ...replies(2, "4,5") },
          { targetNode: 5, ...replies(2, "1,2,3") },
        ],
      },
    ],
    [4, "smsSend", -1, 3, [7], send("happy")],
    [5, "smsSend", 0, 3, [8], send("unhappy")],
    [6, "control", 1, 3, []],
    [7, "control", -1, 4, []],
    [8, "control", 0, 4, []],
  ]);

/** The workflows that only the history has, by the key that its runs name. */
const drawings = {
  whitening: {
    name: "Demo: whitening offer",
    goal: { kind: "reply", windowHours: 72 } satisfies Goal,
    draw: whitening,
  },
  survey: { name: "Demo: after your visit", goal: null, draw: survey },
};
type HistoryWorkflow = keyof typeof drawings;

/** Makes the workflows and returns their ids. */
export async function insertHistoryWorkflows(
  q: Query,
  account: string,
  numberSet: string | null,
): Promise<Record<HistoryWorkflow, string>> {
  const ids = new Map<string, string>();
  for (const [key, template] of Object.entries(templates))
    ids.set(key, await insertSmsTemplate(q, account, { ...template, templateMediaUrl: null }));
  const send: Send = (key) => ({
    smsTemplateId: ids.get(key) ?? "",
    smsTemplateName: templates[key].templateTitle,
    useAiRewording: false,
  });
  const make = async ({ name, goal, draw }: (typeof drawings)[HistoryWorkflow]): Promise<string> => {
    const all: CampaignSettings = { ...settings, campaignName: name, numberSet, goal };
    const campaignId = await insertCampaign(q, account, all);
    await saveVersion(q, account, campaignId, JSON.stringify(draw(send)), "demo");
    return campaignId;
  };
  return { whitening: await make(drawings.whitening), survey: await make(drawings.survey) };
}
