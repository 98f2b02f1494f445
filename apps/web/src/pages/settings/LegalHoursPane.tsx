import { Stack, Text } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** Legal hours and opt-out rules. A switch saves immediately. */
export function LegalHoursPane({ account }: { account: Account }) {
  const saving = useSaveAccount();
  return (
    <Stack gap={24}>
      <SettingSwitch
        account={account}
        saving={saving}
        setting="legalHours"
        label="Respect legal hours"
        description="Texts, RCS messages and calls wait for legal hours at the contact's location. Email and replies to STOP don't wait. A workflow's sending window can't extend these hours."
        asks={{
          before: "off",
          title: "Turn legal hours off?",
          consequence:
            "Texts, RCS messages and calls will go out at any hour the workflow allows. You are responsible for what is sent outside legal hours.",
          confirm: "Turn off",
        }}
      />
      <SettingSwitch
        account={account}
        saving={saving}
        setting="stopCoversCalls"
        label="STOP covers calls too"
        description="Contacts who text STOP are not called either."
      />
      <Text size="sm" c="dimmed">
        The time zone comes from the contact, else from the postal code or state, else from the area code. If the area
        code spans several zones, sending must be allowed in all of them.
      </Text>
    </Stack>
  );
}
