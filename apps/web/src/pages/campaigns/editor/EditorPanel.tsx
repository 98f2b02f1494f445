import { SidePanel } from "../../../canvas/SidePanel.tsx";
import { useLoadedLists } from "../inbound/useLoadedLists.ts";
import { NodeInsight } from "../journey/MessagePreview.tsx";

/** The side panel of the outbound editor, with what its forms pick from. */
export function EditorPanel() {
  const lists = useLoadedLists();
  return <SidePanel lists={lists} below={(node) => <NodeInsight node={node} />} />;
}
