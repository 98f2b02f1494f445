import { Alert, Anchor, Button, Group, Modal, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { dryRunRoutes } from "@trunkline/contract/runs/dryRun.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { writeGraph } from "@trunkline/workflow/outbound/writeGraph.ts";
import { type FormEvent, useState } from "react";
import { oneOf } from "../../../api/queries.ts";
import { graphOf, useCanvasStore } from "../../../canvas/canvasStore.ts";
import { DncFilterField } from "../../../fields/run/DncFilterField.tsx";
import { RateField } from "../../../fields/run/RateField.tsx";
import { RunContacts } from "../../../fields/run/RunContacts.tsx";
import { newRun, type RunForm, runIssues } from "../../../fields/run/runRequest.ts";
import { useDryRun } from "../../../fields/run/useDryRun.ts";
import { plural } from "../../../ui/text/formatFigure.ts";

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
  const store = useCanvasStore();
  const [form, setForm] = useState<RunForm>(() => newRun(campaign.campaignName));
  const [asBefore, setAsBefore] = useState(false);
  const [isTried, setTried] = useState(false);
  const [made, setMade] = useState<string>();
  const { start, open, isStarting } = useDryRun();
  const earlier = useQuery(oneOf(dryRunRoutes.assumptions, { params: { campaignId: campaign.campaignId } }));
  const issues = runIssues(form);
  const part = {
    form,
    change: (values: Partial<RunForm>) => setForm((before) => ({ ...before, ...values })),
    issues: isTried ? issues : {},
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(issues).length > 0) return;
    const assumptions = asBefore ? earlier.data?.assumptions : undefined;
    const extra = { ...(assumptions && { assumptions }) };
    if (!changed) return open(campaign.campaignId, form, extra);
    const workflow = JSON.stringify(writeGraph(graphOf(store.getState())));
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
          <Switch
            label="Answer as in earlier runs"
            description={
              runs === 0
                ? "There are no earlier runs. Everything is delivered and no one replies."
                : `Uses the replies, deliveries, clicks and call results of ${plural(runs, "earlier run")}.`
            }
            disabled={runs === 0}
            checked={asBefore}
            onChange={(event) => setAsBefore(event.currentTarget.checked)}
          />
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
