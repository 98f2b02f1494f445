import type { Brand } from "@trunkline/contract/registration/brand.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

/** A brand's status as it is shown: tone, word, and why. */
export function brandState(brand: Pick<Brand, "status" | "score" | "vetting" | "feedback" | "problem" | "busy">): {
  tone: Tone;
  word: string;
  why: string | null;
} {
  const why = brand.problem ?? (brand.feedback.length > 0 ? brand.feedback.join("; ") : null);
  if (brand.problem !== null) return { tone: "failed", word: "Refused", why };
  switch (brand.status) {
    case "DRAFT":
      return { tone: "off", word: "Draft", why: "It is kept here; the registry does not know it yet." };
    case "PENDING":
      return { tone: "going", word: "Pending", why: "The registry is looking at it." };
    case "SELF_DECLARED":
      return { tone: "waits", word: "Self-declared", why: "A code to the mobile phone confirms the owner." };
    case "UNVERIFIED":
      return { tone: "failed", word: "Unverified", why };
    case "VERIFIED":
      return brand.vetting === "pending"
        ? { tone: "going", word: "Being vetted", why: "An outside provider is looking at the company." }
        : { tone: "done", word: "Verified", why };
    case "VETTED_VERIFIED":
      return { tone: "done", word: "Vetted", why: `Score ${brand.score ?? "---"} of 100` };
  }
}
