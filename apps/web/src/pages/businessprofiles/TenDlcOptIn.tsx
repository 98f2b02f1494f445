import { Checkbox, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { TenDlcField } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { TenDlcText } from "./TenDlcText.tsx";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

const optIns: readonly [TenDlcField, string][] = [
  ["subscriberOptin", "Subscribers opt in before receiving messages"],
  ["subscriberOptout", "STOP and other standard keywords opt out"],
  ["subscriberHelp", "HELP receives a reply"],
];
const links: readonly [TenDlcField, string][] = [
  ["screenshotLink", "Opt-in Screenshot"],
  ["privacyPolicyLink", "Privacy Policy"],
  ["termsAndConditionsLink", "Terms and Conditions"],
];

/** Opt-in, opt-out and help, with links to the pages that show them. */
export function TenDlcOptIn({ form, disabled, locked }: { form: TenDlcDraft; disabled: boolean; locked: boolean }) {
  return (
    <Fieldset legend="Opt-in, opt-out and help">
      <Stack gap={12}>
        <TenDlcText
          form={form}
          field="messageFlow"
          label="Opt-in Process"
          from={40}
          to={2048}
          disabled={disabled}
          rows={4}
          note="The exact wording people agree to and where. Include message frequency, message and data rates, HELP and STOP"
        />
        <Textarea
          label="Help Message"
          description="The reply to HELP: who you are, where to get help, and STOP"
          autosize
          minRows={2}
          disabled={disabled}
          {...form.getInputProps("helpMessage")}
        />
        {optIns.map(([field, label]) => (
          <Checkbox key={field} label={label} disabled={locked} {...form.getInputProps(field, { type: "checkbox" })} />
        ))}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
          {links.map(([field, label]) => (
            <TextInput
              key={field}
              label={label}
              type="url"
              placeholder="https://"
              disabled={locked}
              {...form.getInputProps(field)}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
