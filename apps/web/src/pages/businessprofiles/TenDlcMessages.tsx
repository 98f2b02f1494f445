import { Fieldset, SimpleGrid, Stack, Switch } from "@mantine/core";
import type { TenDlcField } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { TenDlcText } from "./TenDlcText.tsx";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

const flags: readonly [TenDlcField, string, string][] = [
  ["embeddedLink", "Embedded Link", "Messages contain links. Carriers block public link shorteners."],
  ["embeddedPhone", "Embedded Phone", "Messages contain phone numbers"],
  ["numberPool", "Number Pool", "Meant for more than 50 numbers. Requires a one-time fee paid to a carrier."],
  ["ageGated", "Age Gated", "Content such as alcohol or tobacco, for recipients with verified age"],
  ["directLending", "Direct Lending", "Loans offered directly by the lender"],
  ["enableMMS", "Enable MMS", "Messages can include images"],
];
const samples = [1, 2, 3, 4, 5].map((n) => `sample${n}` as TenDlcField);

/** Description, message samples and content flags. */
export function TenDlcMessages({ form, disabled, locked }: { form: TenDlcDraft; disabled: boolean; locked: boolean }) {
  return (
    <Fieldset legend="Messages">
      <Stack gap={12}>
        <TenDlcText
          form={form}
          field="description"
          label="Description"
          from={40}
          to={4096}
          disabled={disabled}
          rows={3}
        />
        {samples.map((field, index) => (
          <TenDlcText
            key={field}
            form={form}
            field={field}
            label={`Message Sample ${index + 1}`}
            from={20}
            to={1024}
            disabled={disabled}
            rows={2}
          />
        ))}
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
          {flags.map(([field, label, description]) => (
            <Switch
              key={field}
              label={label}
              description={description}
              disabled={locked}
              {...form.getInputProps(field, { type: "checkbox" })}
            />
          ))}
        </SimpleGrid>
      </Stack>
    </Fieldset>
  );
}
