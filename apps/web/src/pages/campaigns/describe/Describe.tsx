import { ActionIcon, Text, Title } from "@mantine/core";
import { IconSparkles, IconX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { edit, graphOf, select, useCanvas, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { AskWords } from "../../../ui/form/AskWords.tsx";
import { toastSuccess } from "../../../ui/page/toast.tsx";
import classes from "./Describe.module.css";
import { isBlankDrawing } from "./isBlankDrawing.ts";
import { ProposalDetails, type ShownTest } from "./ProposalDetails.tsx";
import { ProposalDrawing } from "./ProposalDrawing.tsx";
import type { Drafting } from "./useDrafting.ts";
import { WorkflowReview } from "./WorkflowReview.tsx";

interface Props {
  drafting: Drafting;
  /** The tests of the proposal. Undefined while they are played. */
  tests: readonly ShownTest[] | undefined;
  /** Saves these tests. Undefined if there is nothing yet that they could belong to. */
  saveTests: (() => Promise<void>) | undefined;
  /** Sentences to begin with. */
  examples: readonly string[];
  /** The model works by rules and nothing leaves the machine. */
  isLocal: boolean;
  /** A sentence to begin with, from the page that created the workflow. */
  first: string | undefined;
  /** Whether the proposal is shown in place of the workflow. */
  setProposing: (isProposing: boolean) => void;
  close: () => void;
}

/** Drafts changes of the workflow from sentences, and shows them as a proposal next to it (decision 0088). */
export function Describe({ drafting, tests, saveTests, examples, isLocal, first, setProposing, close }: Props) {
  const store = useCanvasStore();
  const readOnly = useCanvas((state) => state.readOnly);
  const { proposal } = drafting;
  const [wanted, setWanted] = useState<{ node: number; nonce: number } | null>(null);
  // the form of a node would leave no room for the drawing
  useEffect(() => select(store, []), [store]);
  const isProposing = proposal !== null;
  useEffect(() => {
    setProposing(isProposing);
    return () => setProposing(false);
  }, [isProposing, setProposing]);
  const takeOver = (keepsTests: boolean) => {
    if (proposal === null) return;
    edit(store, () => proposal.graph, { glide: true });
    drafting.discard();
    // the drawing has no size until it is shown again
    requestAnimationFrame(() => store.setState(({ aim }) => ({ aim: { at: "start", nonce: aim.nonce + 1 } })));
    toastSuccess("The proposal is in the workflow", "Undo brings the earlier drawing back. Save publishes it.");
    if (keepsTests) void saveTests?.();
  };
  return (
    <>
      {proposal !== null && <ProposalDrawing key={proposal.requests.length} proposal={proposal} wanted={wanted} />}
      <aside className={classes["panel"]} aria-label="Describe what you want">
        <header className={classes["head"]}>
          <IconSparkles size={18} aria-hidden />
          <Title order={2} flex={1} lh="20px">
            Describe what you want
          </Title>
          <ActionIcon variant="subtle" color="gray" aria-label="Close Describe what you want" onClick={close}>
            <IconX size={16} />
          </ActionIcon>
        </header>
        <div className={classes["body"]}>
          <Request drafting={drafting} examples={examples} isLocal={isLocal} first={first} readOnly={readOnly} />
          {proposal === null ? (
            <WorkflowReview drafting={drafting} readOnly={readOnly} />
          ) : (
            <ProposalDetails
              key={proposal.requests.length}
              proposal={proposal}
              tests={tests}
              savesTests={saveTests !== undefined}
              show={(node) => setWanted((before) => ({ node, nonce: (before?.nonce ?? 0) + 1 }))}
              takeOver={takeOver}
              discard={drafting.discard}
              reason={readOnly ? "The workflow can only be read here." : undefined}
            />
          )}
        </div>
      </aside>
    </>
  );
}

interface RequestProps {
  drafting: Drafting;
  examples: readonly string[];
  isLocal: boolean;
  first: string | undefined;
  readOnly: boolean;
}

/** The sentence of the user. */
function Request({ drafting, examples, isLocal, first, readOnly }: RequestProps) {
  const { asking, problem, proposal, cancel, draft } = drafting;
  const isBlank = useCanvas((state) => isBlankDrawing(graphOf(state)));
  const isInbound = useCanvas((state) => graphOf(state).language !== undefined);
  if (readOnly)
    return (
      <Text size="sm" c="dimmed">
        Changes can be drafted where the workflow can be edited: in its newest version, in a wider window.
      </Text>
    );
  const label =
    proposal !== null ? "What should be different?" : isBlank ? "What should the workflow do?" : "What should change?";
  return (
    <AskWords
      label={label}
      description={
        isLocal
          ? "The local drafter works by rules and knows a few shapes of workflows."
          : `Only the workflow${isInbound ? ", the names that it can lead to" : ""} and your words go to the language model, never contacts.`
      }
      submit={proposal === null ? "Draft" : "Refine"}
      examples={isBlank && proposal === null ? examples : []}
      first={first}
      asking={asking}
      problem={problem}
      cancel={cancel}
      send={draft}
    />
  );
}
