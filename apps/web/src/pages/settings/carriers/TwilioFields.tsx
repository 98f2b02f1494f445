import { Fieldset, PasswordInput, SimpleGrid, Switch, Text, TextInput } from "@mantine/core";
import { twilioPassword } from "@trunkline/contract/carriers/twilioConnection.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { KindFields } from "./carrierDraft.ts";
import { SendingFields } from "./SendingFields.tsx";

const RcsFields = ({ form }: Pick<Parameters<KindFields>[0], "form">) => (
  <Fieldset legend="RCS">
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
      <TextInput
        label="RCS sender"
        description="In the provider's console, under RCS senders. Then choose this connection under Templates → RCS → Agents"
        placeholder="rcs:shop_a1b2c3_agent"
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps("rcsSender")}
      />
      <TextInput
        label="Content address"
        description="Where RCS messages are created as content templates. Leave empty for Twilio's own"
        placeholder="https://content.twilio.com"
        maxLength={200}
        {...form.getInputProps("contentUrl")}
      />
    </SimpleGrid>
  </Fieldset>
);

/** The fields of a connection to Twilio, or to a provider with the same API. */
export const TwilioFields: KindFields = ({ form, isNew }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
      <TextInput
        label="Account SID"
        description="On the first page of the provider's console"
        required
        placeholder="AC…"
        autoComplete="off"
        maxLength={64}
        {...form.getInputProps("accountSid")}
      />
      <PasswordInput
        label="Auth token"
        description="Beside the account SID"
        required={isNew}
        placeholder={isNew ? "" : "Leave empty to keep the saved token"}
        autoComplete="new-password"
        maxLength={twilioPassword.most}
        {...form.getInputProps("password")}
      />
    </SimpleGrid>
    <TextInput
      label="Base address"
      description="Change it for another provider with the same API, such as https://example.signalwire.com/api/laml"
      required
      maxLength={200}
      {...form.getInputProps("baseUrl")}
    />
    <TextInput
      label="Messaging service SID"
      description="If set, the provider chooses the sending number. Otherwise texts leave from their own number"
      placeholder="MG…"
      maxLength={36}
      {...form.getInputProps("messagingServiceSid")}
    />
    <SendingFields form={form} window={{ label: "Requests at a time", description: "Texts that wait for an answer" }} />
    <TextInput
      label="Look-up address"
      description="Carrier Lookup nodes ask it with this account if Settings → Features says so. Empty: Twilio's own, if the base address is Twilio's"
      placeholder="https://lookups.twilio.com"
      maxLength={200}
      {...form.getInputProps("lookupUrl")}
    />
    <RcsFields form={form} />
    <TextInput
      label="Registration address"
      description="Where brands and 10DLC campaigns are registered (Business Profiles). Leave empty for Twilio's own"
      placeholder="https://messaging.twilio.com"
      maxLength={200}
      {...form.getInputProps("registrationUrl")}
    />
    <Fieldset legend="Calls">
      <WholeNumberInput
        label="Calls per second"
        description="Calls that may be placed per second. Twilio allows new accounts 1; leave empty for no limit"
        hideControls
        {...form.getInputProps("callsPerSecond")}
        value={String(form.values["callsPerSecond"] ?? "")}
      />
      <Switch
        mt={12}
        label="Delete recordings at the provider"
        description="Each recording is deleted there once it is stored here"
        {...form.getInputProps("deletesRecordings", { type: "checkbox" })}
      />
    </Fieldset>
    <Fieldset legend="Phone in the browser">
      <Text size="sm" c="dimmed" mb={12}>
        With an API key of the account, users speak with callers in the browser. Without one, their own phones ring.
        Only for providers that work with Twilio's browser SDK.
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <TextInput
          label="API key SID"
          description="Create a standard key in the provider's console, under API keys"
          placeholder="SK…"
          autoComplete="off"
          maxLength={34}
          {...form.getInputProps("apiKeySid")}
        />
        <PasswordInput
          label="API key secret"
          description="Shown once, when the key is created"
          placeholder={isNew ? "" : "Leave empty to keep the saved secret"}
          autoComplete="new-password"
          maxLength={100}
          {...form.getInputProps("apiKeySecret")}
        />
      </SimpleGrid>
    </Fieldset>
  </>
);
