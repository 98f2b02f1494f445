import type { Brand } from "@trunkline/contract/registration/brand.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

/** The badge of a brand's status. */
export function brandState(brand: Pick<Brand, "status" | "score" | "vetting" | "feedback" | "problem" | "busy">): {
  tone: Tone;
  word: string;
  why: string | null;
} {
  const why = brand.problem ?? (brand.feedback.length > 0 ? brand.feedback.join("; ") : null);
  if (brand.problem !== null) return { tone: "failed", word: "Rejected", why };
  switch (brand.status) {
    case "DRAFT":
      return { tone: "off", word: "Draft", why: "Not submitted to the registry yet." };
    case "PENDING":
      return { tone: "going", word: "Pending", why: "The registry is reviewing this brand." };
    case "SELF_DECLARED":
      return { tone: "waits", word: "Self-declared", why: "Confirm the owner with a code sent to the mobile phone." };
    case "UNVERIFIED":
      return { tone: "failed", word: "Unverified", why };
    case "VERIFIED":
      return brand.vetting === "pending"
        ? { tone: "going", word: "Vetting", why: "An external provider is reviewing the company." }
        : { tone: "done", word: "Verified", why };
    case "VETTED_VERIFIED":
      return { tone: "done", word: "Vetted", why: `Score ${brand.score ?? "---"} of 100` };
  }
}
