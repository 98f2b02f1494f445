import { Alert, Anchor, Button, Group, Input, Modal, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dryRunRoutes, noAssumptions } from "@trunkline/contract/runs/dryRun.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { replyPlacesOf } from "@trunkline/workflow/outbound/replyPaths.ts";
import { writeGraph } from "@trunkline/workflow/outbound/writeGraph.ts";
import { type FormEvent, useId, useState } from "react";
import { oneOf } from "../../../api/queries.ts";
import { graphOf, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { DncFilterField } from "../../../fields/run/DncFilterField.tsx";
import { RateField } from "../../../fields/run/RateField.tsx";
import { RunContacts } from "../../../fields/run/RunContacts.tsx";
import { newRun, type RunForm, runIssues } from "../../../fields/run/runRequest.ts";
import { useDryRun } from "../../../fields/run/useDryRun.ts";
import { plural } from "../../../ui/text/formatFigure.ts";
import { AssumedFields } from "./AssumedFields.tsx";
import { type Assumed, assumedIssues, readAssumed, writeAssumed } from "./assumed.ts";

/** What contacts and carriers do in a dry run. */
type Answers = "none" | "earlier" | "own";

const noIssues: ReadonlyMap<string, string> = new Map();
const callKinds: ReadonlySet<string> = new Set(["call", "callXml", "callAndRecord"]);

function describeAnswers(answers: Answers, runs: number): string {
  if (answers === "own") return "Shares of the contacts. They start from the earlier runs, if there are any.";
  if (answers === "earlier")
    return `Uses the replies, deliveries, clicks and call results of ${plural(runs, "earlier run")}.`;
  return runs === 0
    ? "There are no earlier runs. Everything is delivered and no one replies."
    : "Everything is delivered and no one replies.";
}

/** The dialog of the editor that plays the drawing, saved or not, for all contacts of a run. */
export function DryRunDialog({
  campaign,
  changed,
  close,
}: {
  campaign: Campaign;
  /** The drawing has unsaved changes, which are played too. */
  changed: boolean;
  close: () => void;
}) {
  const id = useId();
  const store = useCanvasStore();
  const [form, setForm] = useState<RunForm>(() => newRun(campaign.campaignName));
  const [answers, setAnswers] = useState<Answers>("none");
  const [typed, setTyped] = useState<Assumed>();
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<string>();
  const { start, open, isStarting } = useDryRun();
  const earlier = useQuery(oneOf(dryRunRoutes.assumptions, { params: { campaignId: campaign.campaignId } }));
  const graph = graphOf(store.getState());
  const places = replyPlacesOf(graph);
  const own = typed ?? readAssumed(earlier.data?.assumptions ?? noAssumptions);
  const assumedWrong = answers === "own" ? assumedIssues(own, places) : noIssues;
  const issues = runIssues(form);
  const part = {
    form,
    change: (values: Partial<RunForm>) => setForm((before) => ({ ...before, ...values })),
    issues: isTried ? issues : {},
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(issues).length > 0 || assumedWrong.size > 0) return;
    const assumptions =
      answers === "own" ? writeAssumed(own, places) : answers === "earlier" ? earlier.data?.assumptions : undefined;
    const extra = { ...(assumptions && { assumptions }) };
    if (!changed) return open(campaign.campaignId, form, extra);
    const workflow = JSON.stringify(writeGraph(graph));
    setMade(await start(campaign.campaignId, form, { ...extra, workflow }));
  };
  const runs = earlier.data?.runs ?? 0;
  return (
    <Modal opened onClose={close} title={`Dry-run ${campaign.campaignName}`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={16}>
          <Text size="sm" c="dimmed">
            Plays every contact through the drawing as it is now. Nothing is sent and no contact is changed.
          </Text>
          <RunContacts {...part} />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <RateField draft={form} change={part.change} error={part.issues.customRate} />
            <DncFilterField filter={form.filter} onChange={(filter) => part.change({ filter })} />
          </SimpleGrid>
          <Input.Wrapper
            label="Replies and results"
            labelElement="div"
            labelProps={{ id }}
            description={describeAnswers(answers, runs)}
            inputWrapperOrder={["label", "input", "description"]}
          >
            <SegmentedControl
              aria-labelledby={id}
              fullWidth
              my={4}
              data={[
                { value: "none", label: "No replies" },
                { value: "earlier", label: "As in earlier runs", disabled: runs === 0 },
                { value: "own", label: "My own" },
              ]}
              value={answers}
              onChange={(value) => setAnswers(value as Answers)}
            />
          </Input.Wrapper>
          {answers === "own" ? (
            <AssumedFields
              assumed={own}
              places={places}
              hasCalls={[...graph.nodes.values()].some(({ kind }) => callKinds.has(kind))}
              issues={isTried ? assumedWrong : noIssues}
              onChange={setTyped}
            />
          ) : null}
          {made !== undefined && (
            <Alert color="green" role="status" title="The dry run has started">
              {/* the drawing has changes that leaving would lose */}
              <Anchor href={made} target="_blank" rel="noreferrer" inherit underline="always">
                Open the result in a new tab
              </Anchor>
            </Alert>
          )}
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={close}>
              {made === undefined ? "Cancel" : "Close"}
            </Button>
            <Button type="submit" loading={isStarting}>
              Dry run
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
