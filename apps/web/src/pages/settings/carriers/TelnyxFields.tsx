import { Fieldset, PasswordInput, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { telnyxPassword } from "@trunkline/contract/carriers/telnyxConnection.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { KindFields } from "./carrierDraft.ts";
import { SendingFields } from "./SendingFields.tsx";

/** The fields of a connection to Telnyx. */
export const TelnyxFields: KindFields = ({ form, isNew }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
      <PasswordInput
        label="API key"
        description="Create one in the portal, under API Keys"
        required={isNew}
        placeholder={isNew ? "KEY…" : "Leave empty to keep the saved key"}
        autoComplete="new-password"
        maxLength={telnyxPassword.most}
        {...form.getInputProps("password")}
      />
      <TextInput
        label="Public key"
        description="Also under API Keys. Receipts and replies are checked with it"
        required
        autoComplete="off"
        maxLength={44}
        {...form.getInputProps("publicKey")}
      />
    </SimpleGrid>
    <TextInput
      label="Messaging profile ID"
      description="In the portal, under Messaging. Texts leave by this profile, and its webhook is set when you add its first number"
      required
      placeholder="16fd2706-8baf-433b-82eb-8c7fada847da"
      autoComplete="off"
      maxLength={36}
      {...form.getInputProps("messagingProfileId")}
    />
    <TextInput
      label="Base address"
      description="Change it only for a proxy of the API"
      required
      maxLength={200}
      {...form.getInputProps("baseUrl")}
    />
    <SendingFields form={form} window={{ label: "Requests at a time", description: "Texts that wait for an answer" }} />
    <Fieldset legend="Calls">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <TextInput
          label="Application ID"
          description="Of a call control application, in the portal under Voice. Its webhook is set when you add a number. Empty: no calls"
          placeholder="1293384261075731499"
          autoComplete="off"
          maxLength={20}
          {...form.getInputProps("applicationId")}
        />
        <WholeNumberInput
          label="Calls per second"
          description="Calls that may be placed per second. Leave empty for no limit"
          hideControls
          {...form.getInputProps("callsPerSecond")}
          value={String(form.values["callsPerSecond"] ?? "")}
        />
      </SimpleGrid>
      <Switch
        mt={12}
        label="Delete recordings at the provider"
        description="Each recording is deleted there once it is stored here"
        {...form.getInputProps("deletesRecordings", { type: "checkbox" })}
      />
    </Fieldset>
  </>
);
