import { SidePanel } from "../../../canvas/SidePanel.tsx";
import { useLoadedLists } from "../inbound/useLoadedLists.ts";
import { NodeInsight } from "../journey/MessagePreview.tsx";

/** The side panel of the outbound editor, with the option lists of its forms. */
export function EditorPanel() {
  const lists = useLoadedLists();
  return <SidePanel lists={lists} below={(node) => <NodeInsight node={node} />} />;
}
