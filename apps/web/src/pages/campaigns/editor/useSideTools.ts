import { useEffect, useState } from "react";
import { useModel } from "../../../api/useModel.ts";
import { forgetWords, wordsFor } from "../describe/handedWords.ts";

/** The tools next to the drawing, of which one is open. */
export interface SideTools {
  open: "tester" | "describe" | null;
  /** The node that the tester searches a contact for. */
  wanted: { node: number; nonce: number } | null;
  tryOut: () => void;
  findContact: (node: number) => void;
  /** Undefined without a language model. */
  describe: (() => void) | undefined;
  /** The model works by rules. */
  isLocal: boolean;
  /** What the workflow was created for. */
  first: string | undefined;
  /** Whether a proposal is shown in place of the drawing. */
  isProposing: boolean;
  setProposing: (isProposing: boolean) => void;
  close: () => void;
}

/** Which tool is open next to the drawing of a workflow, outbound by its id, inbound by its route tag. */
export function useSideTools(workflow: string): SideTools {
  const model = useModel();
  const [first] = useState(() => wordsFor(workflow));
  const [open, setOpen] = useState<SideTools["open"]>(first === undefined ? null : "describe");
  const [wanted, setWanted] = useState<SideTools["wanted"]>(null);
  const [isProposing, setProposing] = useState(false);
  useEffect(() => forgetWords(workflow), [workflow]);
  const toggle = (tool: "tester" | "describe") => {
    setOpen(open === tool ? null : tool);
    setWanted(null);
  };
  return {
    open: open === "describe" && model === undefined ? null : open,
    wanted,
    tryOut: () => toggle("tester"),
    findContact(node) {
      setOpen("tester");
      setWanted((before) => ({ node, nonce: (before?.nonce ?? 0) + 1 }));
    },
    describe: model && (() => toggle("describe")),
    isLocal: model?.local === true,
    first,
    isProposing,
    setProposing,
    close() {
      setOpen(null);
      setWanted(null);
    },
  };
}
