import { Button, Group, Modal, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { type FormEvent, useState } from "react";
import { tellStart } from "../../../actions/tellStart.ts";
import { callOne } from "../../../api/call.ts";
import { useRefresh } from "../../../api/queries.ts";
import { ConfirmSend } from "../../../fields/run/ConfirmSend.tsx";
import { DncFilterField } from "../../../fields/run/DncFilterField.tsx";
import { RateField } from "../../../fields/run/RateField.tsx";
import { RunContacts } from "../../../fields/run/RunContacts.tsx";
import { newRun, type RunForm, runBody, runIssues } from "../../../fields/run/runRequest.ts";
import { Summary } from "../../../fields/run/Summary.tsx";
import { useLargeSend } from "../../../fields/run/useLargeSend.ts";
import { toastError } from "../../../ui/page/toast.tsx";
import { useAddress } from "../../../ui/page/useAddress.ts";
import classes from "./RunWorkflow.module.css";
import { TestSendDialog } from "./TestSendDialog.tsx";

/** The dialog that starts a run now: name, rate, DNC filter, contacts and a summary. No contacts are chosen at first. */
export function RunWorkflow({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const [form, setForm] = useState<RunForm>(() => ({ ...newRun(campaign.campaignName), who: null }));
  const [isTried, setTried] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const { start, isStarting } = useStart(campaign, close);
  const large = useLargeSend();
  const issues = runIssues(form);
  const part = {
    form,
    change: (values: Partial<RunForm>) => setForm((before) => ({ ...before, ...values })),
    issues: isTried ? issues : {},
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(issues).length > 0) return;
    void large.ask(campaign.campaignId, form, undefined, () => void start(form));
  };
  return (
    <Modal opened onClose={close} title={`Run ${campaign.campaignName}`} size={560}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <TextInput
            label="Name"
            withAsterisk
            data-autofocus
            value={form.displayName}
            onChange={(event) => part.change({ displayName: event.currentTarget.value })}
            error={part.issues.displayName}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <RateField draft={form} change={part.change} error={part.issues.customRate} />
            <DncFilterField filter={form.filter} onChange={(filter) => part.change({ filter })} />
          </SimpleGrid>
          <RunContacts {...part} />
          <Summary campaign={campaign} form={form} at={undefined} />
          <Group justify="space-between" gap={8} className={classes["actions"] ?? ""}>
            <Button variant="subtle" onClick={() => setTesting(true)}>
              Send a test to me
            </Button>
            <Group gap={8}>
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={isStarting || large.isCounting} leftSection={<IconPlayerPlay size={16} />}>
                Start run
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
      {large.asked && <ConfirmSend {...large.asked} confirm="Start run" />}
      {isTesting && <TestSendDialog campaign={campaign} close={() => setTesting(false)} done={close} />}
    </Modal>
  );
}

/** Creates and starts the batch and shows it on the canvas. */
function useStart(campaign: Campaign, close: () => void) {
  const [isStarting, setStarting] = useState(false);
  const [, setAddress] = useAddress();
  const refresh = useRefresh();
  const start = async (form: RunForm) => {
    setStarting(true);
    try {
      const batch = await callOne(batchRoutes.create, {
        params: { campaignId: campaign.campaignId },
        body: runBody(form),
      });
      tellStart(batch);
      setAddress({ run: batch.batchId });
      close();
      void refresh("/v4/campaign/batch/");
    } catch (problem) {
      toastError("There was an error creating runner batch", problem);
    } finally {
      setStarting(false);
    }
  };
  return { start, isStarting };
}
