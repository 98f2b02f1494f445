import { Stack, Switch, Text } from "@mantine/core";
import type { Account } from "@trunkline/contract/account.ts";
import { confirm } from "../../ui/confirm.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** Hours and refusals that the law sets; a switch saves at once. */
export function LegalHoursPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { legalHours, stopCoversCalls } = account.settings;
  const changeHours = async (isOn: boolean) => {
    const isSure =
      isOn ||
      (await confirm({
        title: "Turn legal hours off?",
        consequence:
          "Texts, RCS messages and calls then go out at any hour that the workflow itself allows. You answer for what is sent outside the legal hours.",
        confirm: "Turn off",
      }));
    if (isSure) save({ settings: { legalHours: isOn } });
  };
  return (
    <Stack gap={24}>
      <Switch
        label="Hold to legal hours"
        description="Texts, RCS messages and calls wait for the legal hours of the contact's place; e-mail and answers to STOP do not. A workflow's own window never widens them."
        checked={legalHours}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(event) => void changeHours(event.currentTarget.checked)}
      />
      <Switch
        label="STOP covers calls too"
        description="Somebody who texts STOP is not called either."
        checked={stopCoversCalls}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(event) => save({ settings: { stopCoversCalls: event.currentTarget.checked } })}
      />
      <Text size="sm" c="dimmed">
        A contact's zone is its own when set, else that of its postal code or state, else every zone that its area code
        spans; a window is open when it is open in all of them.
      </Text>
    </Stack>
  );
}
