import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { Own } from "./saved.ts";

export interface Draft {
  section: string;
}

export const design: Design<Own, Draft> = {
  label: "Section",
  help: "The contact continues at the start of this section. Sections keep a large workflow readable. Choose one under Current Section to see its nodes.",
  hue: "logic",
  icon: "folder-symlink",
  source: false,
  defaults: { section: "" },
  fields: [{ name: "section", label: "Section", input: "pick", from: "sections", required: true }],
  card: (draft) => [{ label: "Section", value: draft.section || undefined }],
  exits: () => [],
  retarget: (draft) => draft,
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ section }) => ({ section }),
  write: ({ section }) => ({ section }),
};
