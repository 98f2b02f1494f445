/** What an account has that the draft of an inbound workflow can lead to, by name. */
export interface DraftChoices {
  workGroups: string[];
  liveLists: string[];
  ivrs: string[];
  /** A new name makes a new inbox. */
  inboxes: string[];
  /** Outbound workflows. */
  workflows: { id: string; name: string }[];
}

/** An account that has nothing. */
export const noChoices: DraftChoices = { workGroups: [], liveLists: [], ivrs: [], inboxes: [], workflows: [] };

/** The names of a list of `DraftChoices`. */
type Named = "workGroups" | "liveLists" | "ivrs";

const listNames: Readonly<Record<Named, string>> = {
  workGroups: "work group",
  liveLists: "live list",
  ivrs: "IVR menu",
};

/** The value of a field that names something of the account, or why there is none. Fields of other lists take any name. */
export function chosen(
  from: string,
  name: string,
  choices: DraftChoices,
): { ok: true; value: string } | { ok: false; problem: string } {
  if (name === "") return { ok: true, value: "" };
  const none = (what: string) => ({ ok: false, problem: `there is no ${what} “${name.slice(0, 60)}”` }) as const;
  const isIt = (one: string) => one.trim().toLowerCase() === name.trim().toLowerCase();
  switch (from) {
    case "workGroups":
    case "liveLists":
    case "ivrs": {
      const value = choices[from].find(isIt);
      return value === undefined ? none(listNames[from]) : { ok: true, value };
    }
    case "campaigns": {
      const found = choices.workflows.find((one) => isIt(one.name));
      return found === undefined ? none("outbound workflow") : { ok: true, value: found.id };
    }
    default:
      return { ok: true, value: name.trim() };
  }
}
