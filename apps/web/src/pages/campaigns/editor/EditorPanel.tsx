import { Button, Stack } from "@mantine/core";
import { IconUserSearch } from "@tabler/icons-react";
import type { GraphNode } from "@trunkline/workflow/outbound/graph.ts";
import { edit, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { messageKey } from "../../../canvas/cards.ts";
import { withDraft } from "../../../canvas/placing.ts";
import { SidePanel } from "../../../canvas/SidePanel.tsx";
import { SuggestTexts } from "../../../fields/SuggestTexts.tsx";
import { useLoadedLists } from "../inbound/useLoadedLists.ts";
import { NodeInsight } from "../journey/MessagePreview.tsx";

/** The side panel of the outbound editor, with the option lists of its forms. */
export function EditorPanel({ findContact }: { findContact: (node: number) => void }) {
  const lists = useLoadedLists();
  return (
    <SidePanel
      lists={lists}
      below={(node) => (
        <Stack gap={24}>
          {node.kind === "smsSend" && <SuggestedText node={node} />}
          <NodeInsight node={node} />
          {node.id > 0 && node.kind !== "start" && (
            <Button
              variant="default"
              size="xs"
              flex="none"
              style={{ alignSelf: "flex-start" }}
              leftSection={<IconUserSearch size={14} />}
              onClick={() => findContact(node.id)}
            >
              Find a contact that gets here
            </Button>
          )}
        </Stack>
      )}
    />
  );
}

interface TextDraft {
  templateSource: string;
  templateTitle: string;
  templateText: string;
  smsTemplateId: string;
  smsTemplateName: string;
}

/** Texts for an SMS Send node. A chosen one is a new template, because others may use the old one. */
function SuggestedText({ node }: { node: GraphNode }) {
  const store = useCanvasStore();
  const readOnly = useCanvas((state) => state.readOnly);
  const names = useCanvas((state) => state.names);
  const draft = node.draft as TextDraft;
  const isNew = draft.templateSource === "new";
  const text = isNew ? draft.templateText : (names.get(messageKey(draft.smsTemplateId)) ?? "");
  if (readOnly) return null;
  const use = (chosen: string) => {
    const name = isNew ? draft.templateTitle : draft.smsTemplateName && `${draft.smsTemplateName} (2)`;
    const templateTitle = name || node.name || `Text ${node.id}`;
    const own = { templateSource: "new", templateTitle, templateText: chosen, smsTemplateId: "", smsTemplateName: "" };
    edit(store, (graph) => withDraft(graph, node.id, { ...draft, ...own }, names));
  };
  return <SuggestTexts text={text} use={use} />;
}
