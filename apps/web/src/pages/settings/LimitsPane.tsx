import { Divider, NumberInput, Stack, Switch, TagsInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Account, accountRoutes } from "@trunkline/contract/account.ts";
import { confirm } from "../../ui/confirm.tsx";
import { FormActions } from "../../ui/FormActions.tsx";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import { useSaveAccount } from "./useSaveAccount.ts";

const microsPerDollar = 1_000_000;
const micros = (dollars: number | string): number => Math.round(Number(dollars) * microsPerDollar);

/** What a segment costs, how much may be spent a day, which countries are sent to, and the switch that holds everything. */
export function LimitsPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { segmentPriceMicros, spendLimitMicros, killSwitch, countryCodes } = account.settings;
  const form = useForm<{ price: number | string; limit: number | string; countryCodes: string[] }>({
    initialValues: {
      price: segmentPriceMicros / microsPerDollar,
      limit: spendLimitMicros === null ? "" : spendLimitMicros / microsPerDollar,
      countryCodes,
    },
    validate: {
      price: (price) => (price === "" || Number(price) < 0 ? "Price of a segment is required" : null),
      countryCodes: (codes) =>
        accountRoutes.update.body?.safeParse({ settings: { countryCodes: codes } }).error?.issues[0]?.message ?? null,
    },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit(({ price, limit, countryCodes: codes }) =>
    save(
      {
        settings: {
          segmentPriceMicros: micros(price),
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
          <NumberInput
            label="Price of a segment"
            description="Dollars; what campaign costs are counted with"
            prefix="$"
            decimalScale={6}
            min={0}
            step={0.001}
            hideControls
            disabled={isOff}
            {...form.getInputProps("price")}
          />
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
