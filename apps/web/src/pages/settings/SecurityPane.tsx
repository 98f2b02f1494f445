import { Stack } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** Sign-in requirements of the account. A switch saves immediately. */
export function SecurityPane({ account }: { account: Account }) {
  const saving = useSaveAccount();
  return (
    <Stack gap={24}>
      <SettingSwitch
        account={account}
        saving={saving}
        setting="requireTwoFactor"
        label="Require two-factor authentication"
        description="Users need a second factor in addition to their password. The Users page shows who has one. Set up your own first."
        asks={{
          before: "on",
          title: "Require two-factor authentication?",
          consequence: `Users who sign in to ${account.name} with a password must set it up before they continue. API keys are not affected.`,
          confirm: "Require",
          destructive: false,
        }}
      />
    </Stack>
  );
}
