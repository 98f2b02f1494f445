import { Stack } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** What the account asks of whoever signs in to it; a switch saves at once. */
export function SecurityPane({ account }: { account: Account }) {
  const saving = useSaveAccount();
  return (
    <Stack gap={24}>
      <SettingSwitch
        account={account}
        saving={saving}
        setting="requireTwoFactor"
        label="Two-factor sign-in for everybody"
        description="Users need a second factor beside their password. The page Users says who has one; set your own up first."
        asks={{
          before: "on",
          title: "Ask everybody for two-factor sign-in?",
          consequence: `Whoever signs in to ${account.name} by password and has not set it up does so before anything else. API keys go on.`,
          confirm: "Ask everybody",
          destructive: false,
        }}
      />
    </Stack>
  );
}
