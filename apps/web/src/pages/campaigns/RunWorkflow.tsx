import {
  Button,
  Group,
  Input,
  Modal,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { batchRoutes, rateOptions } from "@trunkline/contract/batch.ts";
import type { Campaign } from "@trunkline/contract/campaign.ts";
import { contactRoutes } from "@trunkline/contract/contact.ts";
import { newStatement } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { type FormEvent, useEffect, useId, useState } from "react";
import { callOne } from "../../api/call.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { formatCount } from "../../ui/formatFigure.ts";
import { toastError, toastSuccess } from "../../ui/toast.tsx";
import { useAddress } from "../../ui/useAddress.ts";
import { ContactStatements } from "./ContactStatements.tsx";
import { PickContacts } from "./PickContacts.tsx";
import { filters, type RunForm, runBody, runIssues, statementsOf } from "./runRequest.ts";

const customRate = "custom";
const rateData = [
  ...rateOptions.map((rate) => ({
    value: String(rate),
    label: rate === -1 ? "Auto" : `${formatCount(rate)} per minute`,
  })),
  { value: customRate, label: "Another rate" },
];
const filterData = Object.entries(filters).map(([value, { label }]) => ({ value, label }));

interface PartProps {
  form: RunForm;
  change: (part: Partial<RunForm>) => void;
  issues: ReturnType<typeof runIssues>;
}

/** Run: a name, a rate, who is left out and whom it goes to; starts at once. */
export function RunWorkflow({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const [form, setForm] = useState<RunForm>(() => newRun(campaign));
  const [isTried, setTried] = useState(false);
  const { start, isStarting } = useStart(campaign, close);
  const issues = runIssues(form);
  const part = {
    form,
    change: (values: Partial<RunForm>) => setForm((before) => ({ ...before, ...values })),
    issues: isTried ? issues : {},
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(issues).length === 0) void start(form);
  };
  return (
    <Modal opened onClose={close} title={`Run ${campaign.campaignName}`} size={560}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <Pace {...part} />
          <Who {...part} />
          <Group justify="flex-end" gap={8} mt={8}>
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isStarting} leftSection={<IconPlayerPlay size={16} />}>
              Start run
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

const newRun = ({ campaignName }: Campaign): RunForm => ({
  displayName: `${campaignName} ${new Date().toLocaleDateString("en-US", { month: "short", day: "numeric" })}`,
  rate: -1,
  customRate: 60,
  filter: "both",
  who: "all",
  statements: [newStatement],
  contactIds: [],
});

function Pace({ form, change, issues }: PartProps) {
  return (
    <>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        value={form.displayName}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
        error={issues.displayName}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        <Select
          label="Rate"
          description="How many contacts begin each minute."
          data={rateData}
          value={form.rate === null ? customRate : String(form.rate)}
          onChange={(value) => change({ rate: value === customRate ? null : Number(value) })}
        />
        <Select
          label="DNC filter"
          description="Leaves out who must not be contacted."
          data={filterData}
          value={form.filter}
          onChange={(filter) => filter && change({ filter: filter as RunForm["filter"] })}
        />
      </SimpleGrid>
      {form.rate === null && (
        <NumberInput
          label="Contacts per minute"
          withAsterisk
          allowDecimal={false}
          clampBehavior="none"
          value={form.customRate ?? ""}
          onChange={(rate) => change({ customRate: typeof rate === "number" ? rate : null })}
          error={issues.customRate}
        />
      )}
    </>
  );
}

function Who({ form, change, issues }: PartProps) {
  const id = useId();
  return (
    <Input.Wrapper label="Contacts" labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        mt={4}
        mb={12}
        data={[
          { value: "all", label: "All" },
          { value: "statements", label: "By statements" },
          { value: "picked", label: "Picked" },
        ]}
        value={form.who}
        onChange={(who) => change({ who: who as RunForm["who"] })}
      />
      {form.who === "statements" && (
        <ContactStatements
          statements={form.statements}
          onChange={(statements) => change({ statements })}
          error={issues.statements}
        />
      )}
      {form.who === "picked" ? (
        <PickContacts
          contactIds={form.contactIds}
          onChange={(contactIds) => change({ contactIds })}
          error={issues.contactIds}
        />
      ) : (
        <Count form={form} />
      )}
    </Input.Wrapper>
  );
}

/** How many contacts that is, as one types; of very many the count goes on while one looks. */
function Count({ form }: { form: RunForm }) {
  const text = JSON.stringify(form.who === "all" ? [] : statementsOf(form.statements));
  const [settled] = useDebouncedValue(text, 300);
  const counts = useInfiniteQuery({
    ...pagesOf(contactRoutes.count, { body: { statements: JSON.parse(settled) } }),
    staleTime: 5_000,
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = counts;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const count = rowsOf(counts.data)?.at(-1)?.count;
  return (
    <Text size="sm" c="dimmed" role="status" mt={8}>
      {isError
        ? "The contacts could not be counted."
        : count === undefined
          ? "Counting…"
          : hasNextPage
            ? `${formatCount(count)} contacts so far, counting…`
            : `${formatCount(count)} contacts`}
    </Text>
  );
}

/** Makes and starts the batch; the canvas shows it from then on. */
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
      toastSuccess("Workflow started successfully", batch.displayName);
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
