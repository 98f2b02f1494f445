import { useCanvasStore } from "../../../canvas/canvasStore.ts";
import { Describe } from "./Describe.tsx";
import { useDrafting } from "./useDrafting.ts";
import { useDraftTests } from "./useDraftTests.ts";

const examples = [
  "Remind contacts of their appointment and let them confirm or ask for another time",
  "Survey customers with a score from 0 to 10 and ask unhappy ones what went wrong",
  "Win back customers who have not visited for a while, with a follow-up after 7 days",
];

interface Props {
  campaignId: string;
  isLocal: boolean;
  first: string | undefined;
  setProposing: (isProposing: boolean) => void;
  close: () => void;
}

/** Describe of an outbound workflow, whose tests are replies. */
export function DescribeOutbound({ campaignId, ...shown }: Props) {
  const drafting = useDrafting(useCanvasStore());
  const { tests, save } = useDraftTests(campaignId, drafting.proposal);
  return <Describe {...shown} drafting={drafting} tests={tests} saveTests={save} examples={examples} />;
}
