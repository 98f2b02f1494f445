import type { KindName } from "./kinds/index.ts";

/** A group of the palette: its kinds, each with other words that people search for. */
interface PaletteGroup {
  title: string;
  kinds: Readonly<Partial<Record<KindName, string>>>;
}

/** The groups of the palette. Inside a group the order is that of spec 2 §2.1. */
const paletteGroups: readonly PaletteGroup[] = [
  {
    title: "Messages",
    kinds: {
      aiAssist: "ai bot chatbot assistant gpt reply automatically conversation",
      smsSend: "text message mms picture send sms",
      email: "mail e-mail sendgrid mailgun hubspot newsletter",
      meme: "image picture photo personalize mms",
      rcsSend: "rich message card carousel send rcs",
    },
  },
  {
    title: "Calls",
    kinds: {
      call: "phone voice dial ring speech tts keypad ivr broadcast",
      callXml: "phone voice script twiml external",
      callAndRecord: "phone voice dial forward connect bridge agent recording",
      agentQueue: "human agent operator call center live person hand over",
    },
  },
  {
    title: "Wait and branch",
    kinds: {
      condition: "if else branch switch filter decision rule compare",
      dncCheck: "if opted out suppression do not call list compliance",
      percentage: "split a/b test random experiment share percent",
      event: "wait for reply answer response until timeout keyword",
      timeDelay: "wait pause sleep until schedule hours days later",
      rateLimit: "throttle pace speed slow limit per minute wait",
    },
  },
  {
    title: "Contact and data",
    kinds: {
      carrierLookup: "line type landline mobile hlr number lookup network",
      dnc: "opt out unsubscribe block do not contact suppress",
      computation: "formula math calculate variable set json expression code",
      editContact: "update set field attribute property save change",
      callback: "http api request url post get integration zapier webhook",
    },
  },
  {
    title: "Flow",
    kinds: {
      control: "end exit finish quit stop",
      campaign: "start enroll other workflow subflow journey",
      section: "jump go to part",
    },
  },
];

/** The titles of the groups, in the order in which the palette shows them. */
export const paletteOrder: readonly string[] = paletteGroups.map(({ title }) => title);

const byKind = new Map(
  paletteGroups.flatMap(({ title, kinds }) =>
    Object.entries(kinds).map(([kind, words]) => [kind, { group: title, words }] as const),
  ),
);

/** The group of a kind, and other words for it. */
export const paletteGroupOf = (kind: KindName): { group: string; words: string } | undefined => byKind.get(kind);
