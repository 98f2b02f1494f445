import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import type { Own } from "./saved.ts";

export interface Draft {
  section: string;
}

export const design: Design<Own, Draft> = {
  label: "Section",
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
