import { Fieldset, MultiSelect, Select, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { dispositionRoutes } from "@trunkline/contract/dispositions/disposition.ts";
import { type Account, accountBody } from "@trunkline/contract/identity/account.ts";
import { listOf } from "../../api/queries.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { AwayReasons } from "./AwayReasons.tsx";
import { Callbacks } from "./Callbacks.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** How agents work: why they are away, and what follows a call (decision 0100). */
export const CallCenterPane = ({ account }: { account: Account }) => (
  <Stack gap={24}>
    <Fieldset legend="Reasons for being away">
      <AwayReasons />
    </Fieldset>
    <AfterCalls account={account} />
    <Callbacks account={account} />
  </Stack>
);

/** The contract's message for an invalid wrap-up time. */
const problemOf = (value: number | string): string | null =>
  accountBody.safeParse({ settings: { wrapUpSeconds: value === "" ? null : value } }).error?.issues[0]?.message ?? null;

function AfterCalls({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { wrapUpSeconds, defaultOutcome, outcomeKeys } = account.settings;
  const dispositions = useQuery(listOf(dispositionRoutes.list));
  const form = useForm<{ wrapUpSeconds: number | string; defaultOutcome: string; outcomeKeys: string[] }>({
    initialValues: { wrapUpSeconds, defaultOutcome, outcomeKeys },
    validate: { wrapUpSeconds: problemOf },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const offered = (dispositions.data ?? []).filter(({ selectable }) => selectable).map(({ key }) => key);
  // what was chosen stays in the list also when agents can no longer choose it
  const keys = [...new Set([...offered, ...outcomeKeys, ...(defaultOutcome === "" ? [] : [defaultOutcome])])];
  const submit = form.onSubmit((values) =>
    save(
      { settings: { ...values, wrapUpSeconds: Number(values.wrapUpSeconds) } },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset legend="After calls" disabled={reason !== undefined}>
        <Stack gap={16}>
          <WholeNumberInput
            w={{ base: "100%", xs: 260 }}
            label="Wrap-up"
            description="Seconds without calls after a call. 0 is none. Queues, work groups and live lists can have a time of their own."
            suffix=" s"
            {...form.getInputProps("wrapUpSeconds")}
          />
          <MultiSelect
            label="Outcomes with a key"
            description="Agents press 1 for the first, 2 for the second, up to 9. Without a choice, the first nine dispositions by name have keys."
            data={keys}
            maxValues={9}
            searchable
            hidePickedOptions
            {...form.getInputProps("outcomeKeys")}
          />
          <Select
            label="Default outcome"
            description="Saved for the contact when a wrap-up ends and the agent has chosen none."
            data={[{ value: "", label: "None" }, ...keys]}
            searchable
            allowDeselect={false}
            {...form.getInputProps("defaultOutcome")}
          />
        </Stack>
      </Fieldset>
      <FormActions saving={saving} reason={reason} />
    </form>
  );
}
