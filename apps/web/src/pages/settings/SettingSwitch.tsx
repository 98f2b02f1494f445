import { Switch } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/question.ts";
import type { useSaveAccount } from "./useSaveAccount.ts";

/** An account setting as a switch that saves immediately. `asks` holds the confirmation and when it is needed. */
export function SettingSwitch({
  account,
  saving: { save, saving, reason },
  setting,
  label,
  description,
  asks,
}: {
  account: Account;
  /** Shared by the switches of a pane, so that only one saves at a time. */
  saving: ReturnType<typeof useSaveAccount>;
  setting: "legalHours" | "stopCoversCalls" | "requireTwoFactor" | "publishingNeedsApproval";
  label: string;
  description: string;
  asks?: Question & { before: "on" | "off" };
}) {
  const change = async (isOn: boolean) => {
    const isSure = asks === undefined || (asks.before === "on") !== isOn || (await confirm(asks));
    if (isSure) save({ settings: { [setting]: isOn } });
  };
  return (
    <Switch
      label={label}
      description={description}
      checked={account.settings[setting]}
      disabled={saving || reason !== undefined}
      title={reason}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
