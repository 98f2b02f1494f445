import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { replyVariable } from "../../../parts/variables.ts";
import type { NodeId } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

export interface Draft {
  agentId: string;
  rcsTemplateKey: string;
  successPath: NodeId | null;
  failurePath: NodeId | null;
}

export const design: Design<Own, Draft> = {
  label: "RCS Send",
  hue: "rcs",
  icon: "message-2-star",
  selectorsOnly: true,
  defaults: { agentId: "", rcsTemplateKey: "", successPath: null, failurePath: null },
  fields: [
    { name: "agentId", label: "Agent ID", input: "pick", from: "rcsAgents", required: true },
    { name: "rcsTemplateKey", label: "Message Key", input: "pick", from: "rcsTemplates", required: true },
    { name: "successPath", label: "Success Path", input: "path", required: true },
    { name: "failurePath", label: "Failure Path", input: "path", required: true },
  ],
  card: (draft) => [
    { label: "Agent ID", value: draft.agentId || undefined },
    { label: "Message Key", value: draft.rcsTemplateKey || undefined },
  ],
  exits: (draft) => [
    { name: "sent", target: draft.successPath },
    { name: "not sent", target: draft.failurePath },
  ],
  retarget: (draft, [successPath = null, failurePath = null]) => ({ ...draft, successPath, failurePath }),
  gives: (id) => [replyVariable(id)],
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ agentId, rcsTemplateKey, successPath, failurePath }) => ({
    agentId,
    rcsTemplateKey,
    successPath,
    failurePath,
  }),
  write: ({ agentId, rcsTemplateKey, successPath, failurePath }) => ({
    rcsTemplateKey,
    agentId,
    successPath,
    failurePath,
  }),
};
