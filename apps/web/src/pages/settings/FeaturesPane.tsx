import { Select, Stack, Switch } from "@mantine/core";
import { type Account, flagNames } from "@trunkline/contract/identity/account.ts";
import { SettingSwitch } from "./SettingSwitch.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

const explained: Record<(typeof flagNames)[number], { label: string; description: string }> = {
  feature_dnclist_enabled: {
    label: "Federal DNC list",
    description: "Lets DNC checks query the federal do-not-call list. Requires a subscription account number (SAN).",
  },
  feature_forth_enabled: {
    label: "Forth integration",
    description: "Lets you connect Forth under External Integrations.",
  },
};

const lookups: { value: Account["settings"]["carrierLookup"]; label: string }[] = [
  { value: "none", label: "Off" },
  { value: "simulated", label: "The simulated carrier" },
  { value: "service", label: "Your carrier connection, or the operator's lookup service" },
];

/** Feature flags of the account (readings, Feature flags). A switch saves immediately. */
export function FeaturesPane({ account }: { account: Account }) {
  const saves = useSaveAccount();
  const { save, saving, reason } = saves;
  return (
    <Stack gap={24}>
      {flagNames.map((name) => (
        <Switch
          key={name}
          {...explained[name]}
          checked={account.flags[name] ?? false}
          disabled={saving || reason !== undefined}
          title={reason}
          onChange={(event) => save({ flags: { [name]: event.currentTarget.checked } })}
        />
      ))}
      <SettingSwitch
        account={account}
        saving={saves}
        setting="publishingNeedsApproval"
        label="Publishing needs approval"
        description="Users without the privilege to approve ask for approval instead of saving a workflow. Another user publishes or declines it."
      />
      <Switch
        label="Registered numbers only"
        description="Like real carriers, the simulated carrier blocks texts to the United States from numbers without an approved 10DLC campaign. Register brands under Business Profiles."
        checked={account.settings.registrationDemanded}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(event) => save({ settings: { registrationDemanded: event.currentTarget.checked } })}
      />
      <Select
        label="Carrier Lookup source"
        description="Where Carrier Lookup nodes get a number's company, network and line type. Country, state and time zones come from the number itself."
        data={lookups}
        value={account.settings.carrierLookup}
        allowDeselect={false}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(value) => save({ settings: { carrierLookup: value as Account["settings"]["carrierLookup"] } })}
      />
    </Stack>
  );
}
