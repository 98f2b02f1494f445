import { Stack, Switch } from "@mantine/core";
import type { Account } from "@trunkline/contract/account.ts";
import { confirm } from "../../ui/confirm.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** What the account asks of whoever signs in to it; a switch saves at once. */
export function SecurityPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { requireTwoFactor } = account.settings;
  const changeTwoFactor = async (isOn: boolean) => {
    const isSure =
      !isOn ||
      (await confirm({
        title: "Ask everybody for two-factor sign-in?",
        consequence: `Whoever signs in to ${account.name} by password and has not set it up does so before anything else. API keys go on.`,
        confirm: "Ask everybody",
        destructive: false,
      }));
    if (isSure) save({ settings: { requireTwoFactor: isOn } });
  };
  return (
    <Stack gap={24}>
      <Switch
        label="Two-factor sign-in for everybody"
        description="Users need a second factor beside their password. The page Users says who has one; set your own up first."
        checked={requireTwoFactor}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(event) => void changeTwoFactor(event.currentTarget.checked)}
      />
    </Stack>
  );
}
