import { Checkbox, Fieldset, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import type { TenDlcField } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { TenDlcText } from "./TenDlcText.tsx";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

const optIns: readonly [TenDlcField, string][] = [
  ["subscriberOptin", "Subscribers opt in before they get messages"],
  ["subscriberOptout", "STOP and the other standard words opt out"],
  ["subscriberHelp", "HELP is answered"],
];
const links: readonly [TenDlcField, string][] = [
  ["screenshotLink", "Screenshot of the opt-in"],
  ["privacyPolicyLink", "Privacy Policy"],
  ["termsAndConditionsLink", "Terms and Conditions"],
];

/** How people agree, leave and ask for help, with the pages that show it. */
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
          note="Where and how people agree, word for word: how often you write, that message and data rates may apply, HELP and STOP"
        />
        <Textarea
          label="Help Message"
          description="What HELP is answered with: who you are, where help is, and STOP"
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
