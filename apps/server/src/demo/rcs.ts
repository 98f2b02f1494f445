import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";

/** Who the demo's contacts see as the sender of RCS messages. */
export const demoRcsAgents = [
  { agentId: "the_shop_agent", name: "The Shop", description: "Offers and orders", logoUrl: null },
];

const none = { text: "", mediaUrl: null, cards: [], suggestions: [] };

/** RCS messages of the demo, by their keys. */
export const demoRcsTemplates: readonly { templateKey: string; content: RcsContent }[] = [
  {
    templateKey: "spring_offer",
    content: {
      ...none,
      type: "cards",
      cards: [
        {
          title: "Spring is here, ${firstName}",
          description: "Everything for the garden at 20 % off until Sunday.",
          mediaUrl: null,
          height: "medium",
          suggestions: [{ kind: "openUrl", text: "See the offers", target: "https://shop.example/spring" }],
        },
        {
          title: "Come by on Saturday",
          description: "We open at nine, with coffee for early birds.",
          mediaUrl: null,
          height: "medium",
          suggestions: [{ kind: "dial", text: "Call us", target: "+16465550140" }],
        },
      ],
      suggestions: [
        { kind: "reply", text: "I'll come", target: "" },
        { kind: "reply", text: "Not this time", target: "" },
      ],
    },
  },
  {
    templateKey: "appointment_check",
    content: {
      ...none,
      type: "text",
      text: "Hi ${firstName}, shall we keep your appointment tomorrow?",
      suggestions: [
        { kind: "reply", text: "Yes", target: "" },
        { kind: "reply", text: "Move it", target: "" },
      ],
    },
  },
];
