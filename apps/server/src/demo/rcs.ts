import type { RcsContent } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";

/** The RCS sender that the demo's contacts see. */
export const demoRcsAgents = [
  { agentId: "the_shop_agent", name: "The Shop", description: "Offers and orders", logoUrl: null },
];

const none = { text: "", mediaUrl: null, cards: [], suggestions: [] };

/** The demo's RCS messages by key. */
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
      text: "Hi ${firstName}, are you still coming to your appointment tomorrow?",
      suggestions: [
        { kind: "reply", text: "Yes", target: "" },
        { kind: "reply", text: "Reschedule", target: "" },
      ],
    },
  },
];
