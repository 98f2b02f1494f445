import { Fieldset, Group, Stack, Switch, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountBody } from "@trunkline/contract/identity/account.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

interface Draft {
  callbackOffer: boolean;
  callbackText: string;
  callbackAttempts: number | string;
  callbackMinutes: number | string;
}

/** The contract's message for an invalid value of a field. */
const problemOf =
  (field: "callbackAttempts" | "callbackMinutes" | "callbackText") =>
  (value: number | string): string | null =>
    accountBody.safeParse({
      settings: { [field]: value === "" && field !== "callbackText" ? null : value },
    }).error?.issues[0]?.message ?? null;

/** How callers who wait are called back (decision 0110). */
export function Callbacks({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { callbackOffer, callbackText, callbackAttempts, callbackMinutes } = account.settings;
  const form = useForm<Draft>({
    initialValues: { callbackOffer, callbackText, callbackAttempts, callbackMinutes },
    validate: {
      callbackText: problemOf("callbackText"),
      callbackAttempts: problemOf("callbackAttempts"),
      callbackMinutes: problemOf("callbackMinutes"),
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit((values) =>
    save(
      {
        settings: {
          ...values,
          callbackAttempts: Number(values.callbackAttempts),
          callbackMinutes: Number(values.callbackMinutes),
        },
      },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset legend="Callbacks" disabled={reason !== undefined}>
        <Stack gap={16}>
          <Switch
            label="Offer to call back callers who wait"
            description="They press 2 and keep their place. Work groups and live lists can say otherwise."
            {...form.getInputProps("callbackOffer", { type: "checkbox" })}
          />
          <Textarea
            label="What callers hear"
            description="Empty uses the usual words."
            autosize
            minRows={2}
            maxLength={300}
            {...form.getInputProps("callbackText")}
          />
          <Group gap={16} align="flex-start">
            <WholeNumberInput
              w={{ base: "100%", xs: 210 }}
              label="Attempts"
              description="Calls to a caller at most."
              {...form.getInputProps("callbackAttempts")}
            />
            <WholeNumberInput
              w={{ base: "100%", xs: 210 }}
              label="Between attempts"
              description="Minutes until the next one."
              suffix=" min"
              {...form.getInputProps("callbackMinutes")}
            />
          </Group>
        </Stack>
      </Fieldset>
      <FormActions saving={saving} reason={reason} />
    </form>
  );
}
