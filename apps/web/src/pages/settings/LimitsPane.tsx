import { Divider, NumberInput, Stack, Switch, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountRoutes } from "@trunkline/contract/account.ts";
import { confirm } from "../../ui/confirm.tsx";
import { FormActions } from "../../ui/FormActions.tsx";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import { useSaveAccount } from "./useSaveAccount.ts";

const microsPerDollar = 1_000_000;
const micros = (dollars: number | string): number => Math.round(Number(dollars) * microsPerDollar);

type Price = "price" | "minute" | "ai";

/** What is charged for, in the order of the form. */
const prices: readonly { name: Price; label: string; help: string }[] = [
  { name: "price", label: "Price of a segment", help: "Dollars; what campaign costs are counted with" },
  { name: "minute", label: "Price of a minute", help: "Dollars; for each begun minute of a call" },
  {
    name: "ai",
    label: "Price of an AI message",
    help: "Dollars; for each text that a language model made or reworded",
  },
];

const required = (label: string) => (price: number | string) =>
  price === "" || Number(price) < 0 ? `${label} is required` : null;

/** What segments, minutes and AI messages cost, how much may be spent a day, which countries are sent to, and the switch that holds everything. */
export function LimitsPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { segmentPriceMicros, minutePriceMicros, aiMessagePriceMicros, spendLimitMicros, killSwitch, countryCodes } =
    account.settings;
  const form = useForm<Record<Price | "limit", number | string> & { countryCodes: string[] }>({
    initialValues: {
      price: segmentPriceMicros / microsPerDollar,
      minute: minutePriceMicros / microsPerDollar,
      ai: aiMessagePriceMicros / microsPerDollar,
      limit: spendLimitMicros === null ? "" : spendLimitMicros / microsPerDollar,
      countryCodes,
    },
    validate: {
      ...Object.fromEntries(prices.map(({ name, label }) => [name, required(label)])),
      countryCodes: (codes) =>
        accountRoutes.update.body?.safeParse({ settings: { countryCodes: codes } }).error?.issues[0]?.message ?? null,
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit(({ price, minute, ai, limit, countryCodes: codes }) =>
    save(
      {
        settings: {
          segmentPriceMicros: micros(price),
          minutePriceMicros: micros(minute),
          aiMessagePriceMicros: micros(ai),
          spendLimitMicros: limit === "" ? null : micros(limit),
          countryCodes: codes,
        },
      },
      { onSuccess: () => form.resetDirty() },
    ),
  );
  const changeSwitch = async (isOn: boolean) => {
    const isSure =
      !isOn ||
      (await confirm({
        title: "Hold all sending?",
        consequence: `Nothing more is sent from ${account.name} until this is turned off. Runs go on as far as they can without sending.`,
        confirm: "Hold all sending",
      }));
    if (isSure) save({ settings: { killSwitch: isOn } });
  };
  const isOff = reason !== undefined;
  return (
    <Stack gap={24}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          {prices.map(({ name, label, help }) => (
            <NumberInput
              key={name}
              label={label}
              description={help}
              prefix="$"
              decimalScale={6}
              min={0}
              step={0.001}
              hideControls
              disabled={isOff}
              {...form.getInputProps(name)}
            />
          ))}
          <NumberInput
            label="Spending limit per day"
            description="Dollars; nothing more is sent on that day. Empty: no limit"
            prefix="$"
            decimalScale={2}
            min={0}
            hideControls
            thousandSeparator=","
            disabled={isOff}
            {...form.getInputProps("limit")}
          />
          <TagsInput
            label="Countries"
            description="Calling codes of those that may be texted and called, such as +1 for the US and Canada. Press Enter after each"
            disabled={isOff}
            {...form.getInputProps("countryCodes")}
          />
          <FormActions saving={saving} reason={reason} />
        </Stack>
      </form>
      <Divider />
      <Switch
        label="Hold all sending"
        description="Stops every text and call of the account at once, whatever runs."
        color="red"
        checked={killSwitch}
        disabled={saving || isOff}
        title={reason}
        onChange={(event) => void changeSwitch(event.currentTarget.checked)}
      />
    </Stack>
  );
}
