import { Fieldset, Radio, Stack, Switch, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountBody } from "@trunkline/contract/identity/account.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput, type WholeNumberProps } from "../../ui/form/WholeNumberInput.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

type Figure = "reputationSharePercent" | "reputationLeast" | "reputationHours" | "rcsDeliveryMinutes";

/** The contract's message for an invalid value. */
const problemOf = (name: Figure) => (value: unknown) =>
  accountBody.safeParse({ settings: { [name]: value === "" ? undefined : value } }).error?.issues[0]?.message ??
  (value === "" ? "A whole number is required" : null);

const timeLimit: WholeNumberProps = {
  label: "Time limit",
  description:
    "Minutes until an undelivered message is revoked. Then the contact follows the failure path, at most 5 minutes later.",
  max: 4_320,
};

/** When a number's delivery rate is too low, in form order. */
const rule: readonly (WholeNumberProps & { name: Figure })[] = [
  { name: "reputationSharePercent", label: "Minimum delivery rate", suffix: " %", max: 100 },
  {
    name: "reputationLeast",
    label: "Minimum number of texts",
    description: "Texts with a final status from the carrier. With fewer, the state of a number doesn't change.",
    max: 1_000_000,
    thousandSeparator: ",",
  },
  { name: "reputationHours", label: "Time window", suffix: " hours", max: 168 },
];

/** When an RCS message counts as sent, and when a number's delivery rate is too low. */
export function DeliveryPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { rcsSuccess, rcsDeliveryMinutes, reputationSharePercent, reputationLeast, reputationHours } = account.settings;
  const form = useForm<Record<Figure, number | string> & { rcsSuccess: typeof rcsSuccess; watched: boolean }>({
    initialValues: {
      rcsSuccess,
      rcsDeliveryMinutes,
      watched: reputationSharePercent !== null,
      reputationSharePercent: reputationSharePercent ?? 80,
      reputationLeast,
      reputationHours,
    },
    validate: {
      rcsDeliveryMinutes: problemOf("rcsDeliveryMinutes"),
      reputationSharePercent: problemOf("reputationSharePercent"),
      reputationLeast: problemOf("reputationLeast"),
      reputationHours: problemOf("reputationHours"),
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const isOff = reason !== undefined;
  const { watched } = form.values;
  const submit = form.onSubmit((values) =>
    save(
      {
        settings: {
          rcsSuccess: values.rcsSuccess,
          rcsDeliveryMinutes: Number(values.rcsDeliveryMinutes),
          reputationSharePercent: values.watched ? Number(values.reputationSharePercent) : null,
          reputationLeast: Number(values.reputationLeast),
          reputationHours: Number(values.reputationHours),
        },
      },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={24}>
        <Fieldset legend="RCS messages" disabled={isOff}>
          <Stack gap={16}>
            <Radio.Group
              label="RCS Send follows the success path when the message is"
              {...form.getInputProps("rcsSuccess")}
            >
              <Stack gap={8} mt={8}>
                <Radio
                  value="accepted"
                  label="Accepted by the carrier"
                  description="The contact continues immediately."
                />
                <Radio
                  value="delivered"
                  label="Delivered to the handset"
                  description="The contact waits until the carrier confirms delivery."
                />
              </Stack>
            </Radio.Group>
            {form.values.rcsSuccess === "delivered" ? (
              <WholeNumberInput min={1} {...timeLimit} {...form.getInputProps("rcsDeliveryMinutes")} />
            ) : null}
          </Stack>
        </Fieldset>
        <Fieldset legend="Delivery rate of numbers" disabled={isOff}>
          <Stack gap={16}>
            <Switch
              label="Monitor the delivery rate of each number"
              description="Shown on the Numbers page. reputation_status webhooks report when a number drops below the minimum and when it recovers."
              {...form.getInputProps("watched", { type: "checkbox" })}
            />
            {watched ? (
              rule.map(({ name, ...input }) => (
                <WholeNumberInput min={1} key={name} {...input} {...form.getInputProps(name)} />
              ))
            ) : (
              <Text size="sm" c="dimmed">
                Numbers keep their last state.
              </Text>
            )}
          </Stack>
        </Fieldset>
        <FormActions saving={saving} reason={reason} />
      </Stack>
    </form>
  );
}
