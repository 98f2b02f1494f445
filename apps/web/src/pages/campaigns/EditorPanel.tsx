import { SidePanel } from "../../canvas/SidePanel.tsx";
import { NodeInsight } from "./MessagePreview.tsx";
import { useLoadedLists } from "./useLoadedLists.ts";

/** The side panel of the outbound editor, with what its forms pick from. */
export function EditorPanel() {
  const lists = useLoadedLists();
  return <SidePanel lists={lists} below={(node) => <NodeInsight node={node} />} />;
}
