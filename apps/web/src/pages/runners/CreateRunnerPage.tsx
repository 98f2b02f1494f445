import { Input, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { defaultZones, scheduleRoutes } from "@trunkline/contract/runs/schedule.ts";
import type { Campaign } from "@trunkline/contract/workflows/campaign.ts";
import { type FormEvent, useId, useState } from "react";
import { tellStart } from "../../actions/tellStart.ts";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { newestWorkflows } from "../../api/newestWorkflows.ts";
import { useRefresh } from "../../api/queries.ts";
import { ConfirmSend } from "../../fields/run/ConfirmSend.tsx";
import { DncFilterField } from "../../fields/run/DncFilterField.tsx";
import { RateField } from "../../fields/run/RateField.tsx";
import { RunContacts } from "../../fields/run/RunContacts.tsx";
import { newRun, type RunForm, readStatements, runBody, runIssues } from "../../fields/run/runRequest.ts";
import { Summary } from "../../fields/run/Summary.tsx";
import { OnceFields, RecurringFields } from "../../fields/run/TimingFields.tsx";
import { onceInstant, onceIssue, recurringBody, recurringIssues, type Timing } from "../../fields/run/timing.ts";
import { useLargeSend } from "../../fields/run/useLargeSend.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";

/** What another page selected. */
interface Selected {
  statements: string | undefined;
  audienceId: string | undefined;
}

/** A run for the contacts that another page selected; for all contacts if the address has no readable selection. */
function runFor(selected: Selected): RunForm {
  if (selected.audienceId) return { ...newRun(""), who: "audience", audienceId: selected.audienceId };
  const statements = readStatements(selected.statements);
  return { ...newRun(""), ...(statements.length > 0 ? { who: "statements" as const, statements } : {}) };
}

type When = "now" | "once" | "recurring";
const labels: Record<When, { choice: string; save: string }> = {
  now: { choice: "Now", save: "Start run" },
  once: { choice: "Later", save: "Schedule run" },
  recurring: { choice: "Recurring", save: "Save recurring run" },
};

/** What the user has filled in, its problems, and whether it has been changed. */
function useRunDraft(when: When, selected: Selected, campaign: Campaign | undefined) {
  const [isNamed, setNamed] = useState(false);
  const [form, setForm] = useState<RunForm>(() => runFor(selected));
  const [chosen, setTiming] = useState<Chosen>(newTiming);
  const [isTried, setTried] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const timing = { ...chosen, timezoneId: chosen.timezoneId ?? defaultZones[when === "once" ? when : "recurring"] };
  const shown = isNamed || !campaign ? form : { ...form, displayName: newRun(campaign.campaignName).displayName };
  const timingIssues = timingIssuesOf(when, timing);
  const issues = { ...runIssues(shown), ...(campaign ? {} : { campaign: "Workflow is required" }), ...timingIssues };
  const change = (part: Partial<RunForm>) => {
    setDirty(true);
    setForm((before) => ({ ...before, ...part }));
  };
  return {
    /** With the name of the workflow until the user gives another. */
    form: shown,
    change,
    rename: (displayName: string) => {
      setNamed(true);
      change({ displayName });
    },
    timing,
    changeTiming: (values: Partial<Timing>) => {
      setDirty(true);
      setTiming((before) => ({ ...before, ...values }));
    },
    timingIssues,
    isDirty,
    isReady: Object.keys(issues).length === 0,
    /** Problems are shown once the user has tried to save. */
    shownIssues: isTried ? issues : {},
    shownTimingIssues: isTried ? timingIssues : {},
    setTried,
  };
}
type RunDraft = ReturnType<typeof useRunDraft>;

/** Starts or schedules a run: a workflow, its contacts, its rate and its time (spec 2 §2.6, §7.4). */
export function CreateRunnerPage() {
  const mayRun = useMay()("workflow-run");
  const [address, setAddress] = useAddress();
  const when: When = address["when"] === "once" || address["when"] === "recurring" ? address["when"] : "now";
  const { campaigns, campaign } = useCampaign(address["campaignId"]);
  const draft = useRunDraft(when, { statements: address["statements"], audienceId: address["audienceId"] }, campaign);
  const { form, change, timing, timingIssues, shownIssues } = draft;
  const { create, state } = useCreateRun(when);
  useLeavePrompt(draft.isDirty && state === "editing");
  const large = useLargeSend();
  const at = when === "once" && timingIssues.at === undefined ? onceInstant(timing) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.setTried(true);
    if (!campaign || !draft.isReady) return;
    void large.ask(campaign.campaignId, form, at, () => void create(campaign.campaignId, form, timing));
  };
  return (
    <Page
      title="New run"
      purpose="Run a workflow now, later or on a schedule."
      crumbs={[{ label: "Runners", to: paths.runners }]}
      shape="form"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap={24}>
          <Stack gap={16}>
            <Select
              label="Workflow"
              withAsterisk
              searchable
              allowDeselect={false}
              placeholder={campaigns.isPending ? "Loading…" : "Choose"}
              nothingFoundMessage={campaigns.isError ? "Could not load workflows" : "Nothing found"}
              data={(campaigns.data ?? []).map((row) => ({ value: row.campaignId, label: row.campaignName }))}
              value={campaign?.campaignId ?? null}
              onChange={(campaignId) => setAddress({ campaignId: campaignId ?? undefined })}
              error={shownIssues.campaign}
            />
            <TextInput
              label="Name"
              withAsterisk
              value={form.displayName}
              onChange={(event) => draft.rename(event.currentTarget.value)}
              error={shownIssues.displayName}
            />
          </Stack>
          <RunContacts form={form} change={change} issues={shownIssues} uploads />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            <RateField draft={form} change={change} error={shownIssues.customRate} />
            <DncFilterField filter={form.filter} onChange={(filter) => change({ filter })} />
          </SimpleGrid>
          <WhenFields
            when={when}
            onChange={(next) => setAddress({ when: next === "now" ? undefined : next })}
            draft={draft}
          />
          <Summary campaign={campaign} form={form} at={at} />
          <FormProblems problems={[...new Set(Object.values(shownIssues))]} />
          <FormActions
            save={labels[when].save}
            saving={state === "saving" || large.isCounting}
            reason={mayRun ? undefined : notAllowed}
            cancelTo={paths.enrollments}
          />
        </Stack>
      </form>
      {large.asked && <ConfirmSend {...large.asked} confirm={labels[when].save} />}
    </Page>
  );
}

type TimingIssues = Partial<Record<keyof Timing, string>>;

function timingIssuesOf(when: When, timing: Timing): TimingIssues {
  if (when === "once") return withAt(onceIssue(timing, new Date()));
  return when === "recurring" ? recurringIssues(timing, new Date()) : {};
}

const withAt = (issue: string | undefined): TimingIssues => (issue === undefined ? {} : { at: issue });

/** Until the user chooses a time zone, the kind of run decides it. */
type Chosen = Omit<Timing, "timezoneId"> & { timezoneId: number | null };

const newTiming = (): Chosen => ({
  at: "",
  dayOfWeek: 62,
  timeOfDay: "09:00",
  expire: "",
  timezoneId: null,
  missed: "once",
});

interface WhenProps {
  when: When;
  onChange: (when: When) => void;
  draft: RunDraft;
}

function WhenFields({ when, onChange, draft }: WhenProps) {
  const id = useId();
  const part = { timing: draft.timing, issues: draft.shownTimingIssues, change: draft.changeTiming };
  return (
    <Stack gap={16}>
      <Input.Wrapper label="When" labelElement="div" labelProps={{ id }}>
        <SegmentedControl
          aria-labelledby={id}
          fullWidth
          mt={4}
          data={(Object.keys(labels) as When[]).map((value) => ({ value, label: labels[value].choice }))}
          value={when}
          onChange={(value) => onChange(value as When)}
        />
      </Input.Wrapper>
      {when === "once" && <OnceFields {...part} />}
      {when === "recurring" && <RecurringFields {...part} />}
    </Stack>
  );
}

function useCampaign(campaignId: string | undefined) {
  const campaigns = useQuery({ ...newestWorkflows, staleTime: 30_000 });
  return { campaigns, campaign: campaigns.data?.find((row) => row.campaignId === campaignId) };
}

/** Creates the batch or the schedule and opens the list that shows it. */
function useCreateRun(when: When) {
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const refresh = useRefresh();
  const go = useGo();
  const create = async (campaignId: string, form: RunForm, timing: Timing) => {
    setState("saving");
    try {
      if (when === "now") {
        tellStart(await callOne(batchRoutes.create, { params: { campaignId }, body: runBody(form) }));
      } else {
        await callOne(scheduleRoutes.create, {
          params: { campaignId },
          body: scheduleBody(campaignId, when, form, timing),
        });
        toastSuccess("Workflow saved successfully", form.displayName);
      }
    } catch (problem) {
      toastError("There was an error creating runner batch", problem);
      setState("editing");
      return;
    }
    setState("saved");
    void refresh("/v4/campaign/batch");
    setTimeout(() => go(paths.enrollmentsPane(when === "now" ? "" : when === "once" ? "scheduled" : "recurring")));
  };
  return { create, state };
}

const scheduleBody = (campaignId: string, when: When, form: RunForm, timing: Timing) => ({
  status: 1 as const,
  timezoneId: timing.timezoneId,
  missed: timing.missed,
  createBatchRequest: { campaignId, ...runBody(form) },
  ...(when === "once"
    ? { nextScheduled: timing.at }
    : {
        recurring: true,
        ...recurringBody(timing),
        ...(timing.expire !== "" && { expire: timing.expire }),
      }),
});
