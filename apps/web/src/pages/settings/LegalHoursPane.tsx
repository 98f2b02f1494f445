import { Stack, Text } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** Hours and refusals that the law sets; a switch saves at once. */
export function LegalHoursPane({ account }: { account: Account }) {
  const saving = useSaveAccount();
  return (
    <Stack gap={24}>
      <SettingSwitch
        account={account}
        saving={saving}
        setting="legalHours"
        label="Hold to legal hours"
        description="Texts, RCS messages and calls wait for the legal hours of the contact's place; e-mail and answers to STOP do not. A workflow's own window never widens them."
        asks={{
          before: "off",
          title: "Turn legal hours off?",
          consequence:
            "Texts, RCS messages and calls then go out at any hour that the workflow itself allows. You answer for what is sent outside the legal hours.",
          confirm: "Turn off",
        }}
      />
      <SettingSwitch
        account={account}
        saving={saving}
        setting="stopCoversCalls"
        label="STOP covers calls too"
        description="Somebody who texts STOP is not called either."
      />
      <Text size="sm" c="dimmed">
        A contact's zone is its own when set, else that of its postal code or state, else every zone that its area code
        spans; a window is open when it is open in all of them.
      </Text>
    </Stack>
  );
}
