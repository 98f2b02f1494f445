import { Switch } from "@mantine/core";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/question.ts";
import type { useSaveAccount } from "./useSaveAccount.ts";

/** A setting of the account that is on or off and saves at once; `asks` names what is asked first, and which way. */
export function SettingSwitch({
  account,
  saving: { save, saving, reason },
  setting,
  label,
  description,
  asks,
}: {
  account: Account;
  /** One for the switches of a pane: while one of them saves, the others wait. */
  saving: ReturnType<typeof useSaveAccount>;
  setting: "legalHours" | "stopCoversCalls" | "requireTwoFactor";
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
