import { Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { type Account, accountRoutes, accountSettings } from "@trunkline/contract/identity/account.ts";
import { useState } from "react";
import { callOne, type Item } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

type OldHistory = Item<typeof accountRoutes.history>;

const daysOf = (value: number | string): number | null => (value === "" ? null : Number(value));
/** The contract's message for an invalid value. */
const problemOf = (value: number | string): string | null =>
  accountSettings.shape.historyDays.safeParse(daysOf(value)).error?.issues[0]?.message ?? null;

const figure = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** The server counts up to this limit. One more means "more than". */
const mostCounted = 10_000;
const atLeast = (count: number, one: string): string =>
  count > mostCounted ? `more than ${figure(mostCounted, one)}` : figure(count, one);

/** How long texts and calls are kept, and the deletions so far. */
export function RetentionPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const [isCounting, setCounting] = useState(false);
  const refresh = useRefresh();
  const { historyDays } = account.settings;
  const form = useForm<{ days: number | string }>({
    initialValues: { days: historyDays ?? "" },
    validate: { days: problemOf },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const isSure = async (days: number): Promise<boolean> => {
    setCounting(true);
    try {
      const { older } = await callOne(accountRoutes.history, { query: { days } });
      return await confirm({
        title: `Delete texts and calls older than ${days.toLocaleString("en-US")} days?`,
        consequence: `${atLeast(older?.texts ?? 0, "text")} and ${atLeast(older?.calls ?? 0, "call")} are older than that now. They will be permanently deleted within minutes, with recordings, voicemails, emails and webhook deliveries of that age. Others are deleted when they reach that age. Reports are not affected.`,
        confirm: "Delete and save",
      });
    } catch (problem) {
      toastError("Error saving settings", problem);
      return false;
    } finally {
      setCounting(false);
    }
  };
  const submit = form.onSubmit(async (values) => {
    const days = daysOf(values.days);
    if (days !== null && days < (historyDays ?? Number.POSITIVE_INFINITY) && !(await isSure(days))) return;
    save(
      { settings: { historyDays: days } },
      {
        onSuccess: () => {
          form.resetDirty();
          void refresh(accountRoutes.history.path);
        },
      },
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <WholeNumberInput
          label="Keep texts and calls for"
          description="Older texts, calls, recordings, voicemails, emails and webhook deliveries are permanently deleted. Contacts, journeys, do-not-contact entries, the audit log and reports are not affected. Leave empty to keep everything."
          placeholder="Forever"
          suffix=" days"
          hideControls
          thousandSeparator=","
          disabled={reason !== undefined}
          {...form.getInputProps("days")}
        />
        <Text size="sm" c="dimmed">
          Texts are kept longer while a run still needs them or a short link in them has not expired.
        </Text>
        <Removed />
        <FormActions saving={saving || isCounting} reason={reason} />
      </Stack>
    </form>
  );
}

/** The deletions so far. */
function Removed() {
  const { data } = useQuery(oneOf(accountRoutes.history));
  if (!data?.last) return null;
  return (
    <Text size="sm">
      Deleted so far: {removedText(data.removed)}. Last deletion on <Time at={data.last} />.
    </Text>
  );
}

const removedText = ({ texts, calls, emails, deliveries }: OldHistory["removed"]): string =>
  [
    figure(texts, "text"),
    figure(calls, "call"),
    figure(emails, "email"),
    figure(deliveries, "webhook delivery", "webhook deliveries"),
  ].join(", ");
