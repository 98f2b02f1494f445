import { Divider, NumberInput, SimpleGrid, Stack, Switch, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountBody } from "@trunkline/contract/identity/account.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

const microsPerDollar = 1_000_000;
const micros = (dollars: number | string): number => Math.round(Number(dollars) * microsPerDollar);

type Price = "price" | "minute" | "ai";

/** Prices in form order. */
const prices: readonly { name: Price; label: string; help: string }[] = [
  { name: "price", label: "Price of a segment", help: "In dollars. Used to calculate campaign costs." },
  { name: "minute", label: "Price of a minute", help: "In dollars, per started minute of a call." },
  {
    name: "ai",
    label: "Price of an AI message",
    help: "In dollars, per text written or reworded by AI.",
  },
];

/** The contract's message for an invalid setting. */
const problemOf = (settings: object): string | null =>
  accountBody.safeParse({ settings }).error?.issues[0]?.message ?? null;

const settingOf = { price: "segmentPriceMicros", minute: "minutePriceMicros", ai: "aiMessagePriceMicros" } as const;

const priceProblem = (name: Price, label: string) => (price: number | string) =>
  price === "" ? `${label} is required` : problemOf({ [settingOf[name]]: micros(price) });

type Limits = Record<
  Price | "number" | "limit" | "threshold" | "capTexts" | "capDays" | "approval",
  number | string
> & {
  countryCodes: string[];
};

/** What the fields need of the form. */
type FormInputs = Pick<ReturnType<typeof useForm<Limits>>, "getInputProps">;

/** The settings as the form shows them: money in dollars, empty for none. */
const limitsOf = (settings: Account["settings"]): Limits => ({
  price: settings.segmentPriceMicros / microsPerDollar,
  minute: settings.minutePriceMicros / microsPerDollar,
  ai: settings.aiMessagePriceMicros / microsPerDollar,
  number: settings.numberPriceMicros === null ? "" : settings.numberPriceMicros / microsPerDollar,
  limit: settings.spendLimitMicros === null ? "" : settings.spendLimitMicros / microsPerDollar,
  threshold: settings.callThresholdPerMinute ?? "",
  capTexts: settings.frequencyCapTexts ?? "",
  capDays: settings.frequencyCapDays,
  approval: settings.runApprovalAbove ?? "",
  countryCodes: settings.countryCodes,
});

const settingsOf = ({ price, minute, ai, number, limit, threshold, countryCodes, ...rest }: Limits) => ({
  segmentPriceMicros: micros(price),
  minutePriceMicros: micros(minute),
  aiMessagePriceMicros: micros(ai),
  numberPriceMicros: number === "" ? null : micros(number),
  spendLimitMicros: limit === "" ? null : micros(limit),
  callThresholdPerMinute: threshold === "" ? null : Number(threshold),
  frequencyCapTexts: rest.capTexts === "" ? null : Number(rest.capTexts),
  frequencyCapDays: Number(rest.capDays),
  runApprovalAbove: rest.approval === "" ? null : Number(rest.approval),
  countryCodes,
});

/** Prices, the daily spending limit, the call threshold, the allowed countries and the switch that holds all sending. */
export function LimitsPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const form = useForm<Limits>({
    initialValues: limitsOf(account.settings),
    validate: {
      ...Object.fromEntries(prices.map(({ name, label }) => [name, priceProblem(name, label)])),
      number: (price) => (price === "" ? null : problemOf({ numberPriceMicros: micros(price) })),
      limit: (limit) => (limit === "" ? null : problemOf({ spendLimitMicros: micros(limit) })),
      threshold: (calls) => problemOf({ callThresholdPerMinute: calls === "" ? null : Number(calls) }),
      capTexts: (texts) => problemOf({ frequencyCapTexts: texts === "" ? null : Number(texts) }),
      capDays: (days) => problemOf({ frequencyCapDays: days === "" ? null : Number(days) }),
      approval: (contacts) => problemOf({ runApprovalAbove: contacts === "" ? null : Number(contacts) }),
      countryCodes: (codes) => problemOf({ countryCodes: codes }),
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit((limits) =>
    save({ settings: settingsOf(limits) }, { onSuccess: () => form.resetDirty() }),
  );
  const changeSwitch = async (isOn: boolean) => {
    const isSure =
      !isOn ||
      (await confirm({
        title: "Hold all sending?",
        consequence: `Nothing is sent from ${account.name} until you turn this off. Runs continue without sending.`,
        confirm: "Hold all sending",
      }));
    if (isSure) save({ settings: { killSwitch: isOn } });
  };
  const isOff = reason !== undefined;
  return (
    <Stack gap={24}>
      <form onSubmit={submit} noValidate>
        <Stack gap={16}>
          <LimitFields form={form} isOff={isOff} />
          <FormActions saving={saving} reason={reason} />
        </Stack>
      </form>
      <Divider />
      <Switch
        label="Hold all sending"
        description="Immediately stops all texts, calls and emails of the account. They are not sent later."
        color="red"
        checked={account.settings.killSwitch}
        disabled={saving || isOff}
        title={reason}
        onChange={(event) => void changeSwitch(event.currentTarget.checked)}
      />
    </Stack>
  );
}

const LimitFields = ({ form, isOff }: { form: FormInputs; isOff: boolean }) => (
  <>
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
      label="Price of a number"
      description="In dollars per month, as your provider charges it. Shown before a number is bought. Leave empty if it varies."
      prefix="$"
      decimalScale={6}
      clampBehavior="none"
      hideControls
      disabled={isOff}
      {...form.getInputProps("number")}
    />
    <NumberInput
      label="Spending limit per day"
      description="In dollars. Sending stops for the rest of the day. Leave empty for no limit."
      prefix="$"
      decimalScale={2}
      clampBehavior="none"
      hideControls
      thousandSeparator=","
      disabled={isOff}
      {...form.getInputProps("limit")}
    />
    <SendLimits form={form} isOff={isOff} />
    <WholeNumberInput
      label="Call threshold"
      description="Notify webhooks above this many calls per minute. Leave empty to turn off."
      suffix=" per minute"
      min={1}
      max={100_000}
      hideControls
      thousandSeparator=","
      disabled={isOff}
      {...form.getInputProps("threshold")}
    />
    <TagsInput
      label="Countries"
      description="Calling codes you can text and call, such as +1 for the US and Canada or +1876 for Jamaica. Press Enter after each. Premium and satellite numbers are always blocked."
      disabled={isOff}
      {...form.getInputProps("countryCodes")}
    />
  </>
);

/** How often one contact is texted, and which runs one user may not start alone. */
const SendLimits = ({ form, isOff }: { form: FormInputs; isOff: boolean }) => (
  <>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <WholeNumberInput
        label="Frequency cap"
        description="The most texts that workflows send one contact, besides replies. Leave empty for no cap."
        suffix=" texts"
        min={1}
        max={1_000}
        hideControls
        disabled={isOff}
        {...form.getInputProps("capTexts")}
      />
      <WholeNumberInput
        label="Days of the frequency cap"
        description="Rolling days over all workflows and runs."
        suffix=" days"
        min={1}
        max={90}
        hideControls
        disabled={isOff}
        {...form.getInputProps("capDays")}
      />
    </SimpleGrid>
    <WholeNumberInput
      label="Approval of large runs"
      description="A run for more contacts than this starts only after another user has approved it. Leave empty for none."
      prefix="Above "
      suffix=" contacts"
      min={1}
      max={10_000_000}
      hideControls
      thousandSeparator=","
      disabled={isOff}
      {...form.getInputProps("approval")}
    />
  </>
);
