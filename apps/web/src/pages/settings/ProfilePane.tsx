import { Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Account } from "@trunkline/contract/identity/account.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { useSaveAccount } from "./useSaveAccount.ts";

/** The account's name and how automatic replies are signed. */
export function ProfilePane({ account }: { account: Account }) {
  const { save, saving, reason } = useSaveAccount();
  const { brandName, helpContact, defaultTimezoneId } = account.settings;
  const form = useForm({
    initialValues: { name: account.name, brandName, helpContact, zone: String(defaultTimezoneId) },
    validate: { name: (name) => (name.trim() === "" ? "Account name is required" : null) },
    validateInputOnBlur: true,
  });
  useLeavePrompt(form.isDirty());
  const submit = form.onSubmit(({ name, zone, ...words }) =>
    save({ name, settings: { ...words, defaultTimezoneId: Number(zone) } }, { onSuccess: () => form.resetDirty() }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <TextInput
          label="Account name"
          required
          maxLength={100}
          disabled={reason !== undefined}
          {...form.getInputProps("name")}
        />
        <Group gap={8}>
          <Text size="sm" c="dimmed">
            Account ID{" "}
            <Text span ff="monospace" fz={12} className="figures">
              {account.accountSid}
            </Text>
          </Text>
          <CopyButton value={account.accountSid} what="account ID" />
          <Text size="sm" c="dimmed">
            since <Time at={account.created} />
          </Text>
        </Group>
        <TextInput
          label="Brand name"
          description="Signs the replies to STOP and HELP"
          maxLength={100}
          disabled={reason !== undefined}
          {...form.getInputProps("brandName")}
        />
        <TextInput
          label="Help contact"
          description="A phone number or web address, given in the reply to HELP"
          maxLength={200}
          disabled={reason !== undefined}
          {...form.getInputProps("helpContact")}
        />
        <Select
          label="Default time zone"
          description="Used for new schedules and sending windows"
          searchable
          disabled={reason !== undefined}
          data={timezones.map(({ timezoneId, name }) => ({ value: String(timezoneId), label: name }))}
          {...form.getInputProps("zone")}
        />
        <FormActions saving={saving} reason={reason} />
      </Stack>
    </form>
  );
}
