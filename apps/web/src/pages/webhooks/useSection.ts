import { useLocation } from "@tanstack/react-router";
import { type SectionPaths, sectionPaths } from "../../paths.ts";

/** The current section, by the first URL segment. The pages serve both (spec 2 §2.3). */
export interface Section extends SectionPaths {
  isCallbacks: boolean;
  /** Webhook, or Callback in the section of that name. */
  word: "Webhook" | "Callback";
}

/** The section of the page that is open. */
export function useSection(): Section {
  const isCallbacks = useLocation({ select: ({ pathname }) => pathname.startsWith("/callbacks") });
  return {
    ...sectionPaths(isCallbacks ? "callbacks" : "webhooks"),
    isCallbacks,
    word: isCallbacks ? "Callback" : "Webhook",
  };
}
