import { Divider, NumberInput, Stack, Switch, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountRoutes } from "@trunkline/contract/identity/account.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
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

/** The server's own words for a setting that it would refuse. */
const problemOf = (settings: object): string | null =>
  accountRoutes.update.body?.safeParse({ settings }).error?.issues[0]?.message ?? null;

const settingOf = { price: "segmentPriceMicros", minute: "minutePriceMicros", ai: "aiMessagePriceMicros" } as const;

const priceProblem = (name: Price, label: string) => (price: number | string) =>
  price === "" ? `${label} is required` : problemOf({ [settingOf[name]]: micros(price) });

/** What segments, minutes and AI messages cost, how much may be spent a day, from how many calls a minute on webhooks are told, which countries are sent to, and the switch that holds everything. */
export function LimitsPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const {
    segmentPriceMicros,
    minutePriceMicros,
    aiMessagePriceMicros,
    spendLimitMicros,
    killSwitch,
    countryCodes,
    callThresholdPerMinute,
  } = account.settings;
  const form = useForm<Record<Price | "limit" | "threshold", number | string> & { countryCodes: string[] }>({
    initialValues: {
      price: segmentPriceMicros / microsPerDollar,
      minute: minutePriceMicros / microsPerDollar,
      ai: aiMessagePriceMicros / microsPerDollar,
      limit: spendLimitMicros === null ? "" : spendLimitMicros / microsPerDollar,
      threshold: callThresholdPerMinute ?? "",
      countryCodes,
    },
    validate: {
      ...Object.fromEntries(prices.map(({ name, label }) => [name, priceProblem(name, label)])),
      limit: (limit) => (limit === "" ? null : problemOf({ spendLimitMicros: micros(limit) })),
      threshold: (calls) => problemOf({ callThresholdPerMinute: calls === "" ? null : Number(calls) }),
      countryCodes: (codes) => problemOf({ countryCodes: codes }),
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit(({ price, minute, ai, limit, threshold, countryCodes: codes }) =>
    save(
      {
        settings: {
          segmentPriceMicros: micros(price),
          minutePriceMicros: micros(minute),
          aiMessagePriceMicros: micros(ai),
          spendLimitMicros: limit === "" ? null : micros(limit),
          callThresholdPerMinute: threshold === "" ? null : Number(threshold),
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
              clampBehavior="none"
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
            clampBehavior="none"
            hideControls
            thousandSeparator=","
            disabled={isOff}
            {...form.getInputProps("limit")}
          />
          <WholeNumberInput
            label="Call threshold"
            description="Calls a minute, in and out; webhooks hear when there are more, and when there are not any more. Empty: they do not"
            suffix=" a minute"
            min={1}
            max={100_000}
            hideControls
            thousandSeparator=","
            disabled={isOff}
            {...form.getInputProps("threshold")}
          />
          <TagsInput
            label="Countries"
            description="Calling codes of those that may be texted and called, such as +1 for the US and Canada or +1876 for Jamaica. Premium and satellite numbers are never sent to. Press Enter after each"
            disabled={isOff}
            {...form.getInputProps("countryCodes")}
          />
          <FormActions saving={saving} reason={reason} />
        </Stack>
      </form>
      <Divider />
      <Switch
        label="Hold all sending"
        description="Stops every text, call and e-mail of the account at once, whatever runs. What is stopped is not sent later."
        color="red"
        checked={killSwitch}
        disabled={saving || isOff}
        title={reason}
        onChange={(event) => void changeSwitch(event.currentTarget.checked)}
      />
    </Stack>
  );
}
