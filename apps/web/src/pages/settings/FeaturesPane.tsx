import { Stack, Switch } from "@mantine/core";
import { type Account, flagNames } from "@trunkline/contract/account.ts";
import { useSaveAccount } from "./useSaveAccount.ts";

const explained: Record<(typeof flagNames)[number], { label: string; description: string }> = {
  feature_dnclist_enabled: {
    label: "Federal DNC list",
    description:
      "DNC checks can ask the federal do-not-call list, which needs a registered subscription account number.",
  },
  feature_forth_enabled: {
    label: "Forth integration",
    description: "Contacts and dispositions can be exchanged with Forth.",
  },
};

/** Feature flags of the account (decisions, Feature flags); a switch saves at once. */
export function FeaturesPane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
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
      <Switch
        label="Ask the simulated carrier about numbers"
        description="Carrier Lookup nodes learn whose line a number is and whether it is wireless. Without it they fill in what the number itself tells."
        checked={account.settings.carrierLookup === "simulated"}
        disabled={saving || reason !== undefined}
        title={reason}
        onChange={(event) => save({ settings: { carrierLookup: event.currentTarget.checked ? "simulated" : "none" } })}
      />
    </Stack>
  );
}
