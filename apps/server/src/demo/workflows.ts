import type { CampaignSettings } from "../store/workflows/campaign.ts";

/** The demo's message templates by the key that the workflows below use. */
export const demoTemplates = {
  reminder: {
    templateTitle: "Appointment reminder",
    templateText:
      "Hi ${firstName}, this is Harbor Dental. Your appointment is tomorrow at ${appointment!'10:00 AM'}. Reply YES to confirm or CHANGE to reschedule.",
  },
  confirmed: {
    templateTitle: "Appointment confirmed",
    templateText: "Thank you ${firstName}, you are confirmed. See you tomorrow!",
  },
  reschedule: {
    templateTitle: "Appointment rescheduling",
    templateText: "No problem ${firstName}. Call us at +1 202 555 0100 and we will find another time.",
  },
  lastCall: {
    templateTitle: "Appointment: last reminder",
    templateText: "${firstName}, we have not heard from you. Your appointment is still scheduled for tomorrow.",
  },
  welcome: {
    templateTitle: "Welcome",
    templateText:
      "Welcome to Harbor Dental, ${firstName}! Over the next two days we will send you two short tips. Reply STOP to opt out.",
  },
  tipOne: { templateTitle: "Tip 1", templateText: "Tip 1: a soft brush cleans better than a hard one, ${firstName}." },
  tipTwo: {
    templateTitle: "Tip 2",
    templateText: "Tip 2: bring your insurance card to your first visit, ${firstName}. See you soon!",
  },
  offerA: {
    templateTitle: "Spring offer, friendly",
    templateText: "Spring is here, ${firstName}! Whitening is 20% off until Friday. Reply YES to book.",
  },
  offerB: { templateTitle: "Spring offer, short", templateText: "20% off whitening until Friday. Reply YES to book." },
} as const;
export type DemoTemplate = keyof typeof demoTemplates;

interface DemoWorkflow {
  settings: Omit<CampaignSettings, "numberSet">;
  /** Builds the definition once the templates have ids. */
  definition(templateId: (key: DemoTemplate) => string): object;
}

const settings = {
  workflowDisplayType: 1,
  timezoneProtectionType: 0,
  timezoneProtectionStartTime: "08:00:00",
  timezoneProtectionEndTime: "17:00:00",
  timezoneProtectionTimezoneFixed: null,
  frequencyDays: -1,
};

/** A node in saved form, centered in its column and row. */
const node = (id: number, type: string, column: number, row: number, children: number[], own: object = {}) => ({
  id,
  type,
  x: 450 + column * 380 - widthOf(type, own) / 2,
  y: 25 + row * 150,
  children,
  ...own,
});

/** The width of the card: 8 px per character of the longest line, 25 to 40 characters (spec 2 §2.1). */
function widthOf(type: string, own: object): number {
  const name = "smsTemplateName" in own ? `Template Name: ${own.smsTemplateName}` : "";
  const characters = ["event", "timeDelay", "percentage"].includes(type) ? 40 : name.length;
  return 8 * Math.min(40, Math.max(25, characters));
}
const saved = (nodes: object[], sections: Record<string, number> = { main: 1 }) => ({
  schemaVersion: 1,
  startNode: 1,
  nodes,
  sections,
});
const reply = (sendNode: number, operation: string, value: string) => [
  { variable: `node${sendNode}.reply`, operation, value, negated: false },
];

/** The workflow that the inbound example enrolls callers in. */
export const reminderWorkflow = "Appointment reminder";

/** Three examples: a reminder with a reply branch, a two-day nurture with quiet hours, and a percentage split. */
export const demoWorkflows: DemoWorkflow[] = [
  {
    settings: { ...settings, campaignName: reminderWorkflow },
    definition: (template) => {
      const send = (key: DemoTemplate) => ({
        smsTemplateId: template(key),
        smsTemplateName: demoTemplates[key].templateTitle,
        useAiRewording: false,
      });
      return saved([
        node(1, "start", 0, 0, [2]),
        node(2, "smsSend", 0, 1, [3], send("reminder")),
        node(3, "event", 0, 2, [4, 6, 9], {
          timeoutData: {
            timeoutType: "wait",
            timeoutWaitType: "number",
            timeoutWaitNumber: 4,
            timeoutWaitUnits: "hours",
            timeoutPath: 9,
          },
          conditions: [
            { targetNode: 4, statements: reply(2, "EQUALS_ONE_OF", "yes,y,ok,confirm") },
            { targetNode: 6, statements: reply(2, "CONTAINS_ONE_OF", "change,move,no") },
          ],
        }),
        node(4, "smsSend", -1, 3, [5], send("confirmed")),
        node(5, "editContact", -1, 4, [11], {
          assignments: [{ mode: "assignFixed", variable: "confirmed", value: "yes" }],
        }),
        node(6, "smsSend", 0, 3, [7], send("reschedule")),
        node(7, "editContact", 0, 4, [8], {
          assignments: [{ mode: "assignVariable", variable: "lastreply", value: "node2.reply" }],
        }),
        node(8, "control", 0, 5, []),
        node(9, "smsSend", 1, 3, [10], send("lastCall")),
        node(10, "control", 1, 4, []),
        node(11, "control", -1, 5, []),
      ]);
    },
  },
  {
    settings: {
      ...settings,
      campaignName: "Two-day welcome",
      timezoneProtectionType: 1,
      timezoneProtectionStartTime: "09:00:00",
      timezoneProtectionEndTime: "20:00:00",
      frequencyDays: 0,
    },
    definition: (template) => {
      const send = (key: DemoTemplate) => ({
        smsTemplateId: template(key),
        smsTemplateName: demoTemplates[key].templateTitle,
        useAiRewording: false,
      });
      const window = (days: number) => ({
        timeoutType: "timezoneProtect",
        timezoneType: "recipient",
        timeoutAllowedDays: days,
        timeoutRangeStartTime: "10:00:00",
        timeoutRangeEndTime: "18:00:00",
      });
      const oneDay = { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "days" };
      return saved([
        node(1, "start", 0, 0, [2]),
        node(2, "smsSend", 0, 1, [3], send("welcome")),
        node(3, "timeDelay", 0, 2, [4], oneDay),
        node(4, "timeDelay", 0, 3, [5], window(127)),
        node(5, "smsSend", 0, 4, [6], send("tipOne")),
        node(6, "timeDelay", 0, 5, [7], oneDay),
        node(7, "timeDelay", 0, 6, [8], window(62)),
        node(8, "smsSend", 0, 7, [9], send("tipTwo")),
        node(9, "control", 0, 8, []),
      ]);
    },
  },
  {
    settings: { ...settings, campaignName: "Spring offer split" },
    definition: (template) => {
      const send = (key: DemoTemplate) => ({
        smsTemplateId: template(key),
        smsTemplateName: demoTemplates[key].templateTitle,
        useAiRewording: false,
      });
      return saved([
        node(1, "start", 0, 0, [2]),
        node(2, "dncCheck", 0, 1, [3, 4], { dncList: "account", subtype: "sms", matchPath: 3, noMatchPath: 4 }),
        node(3, "control", -1, 2, []),
        node(4, "percentage", 1, 2, [5, 6, 7], { percentages: [5000, 3000, 2000] }),
        node(5, "smsSend", 0, 3, [8], send("offerA")),
        node(6, "smsSend", 1, 3, [9], send("offerB")),
        node(7, "control", 2, 3, []),
        node(8, "control", 0, 4, []),
        node(9, "control", 1, 4, []),
      ]);
    },
  },
];
