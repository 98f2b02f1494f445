import { Fieldset, PasswordInput, Select, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import {
  concatenations,
  defaultAlphabets,
  receiptIdForms,
  smppPassword,
} from "@trunkline/contract/carriers/smppConnection.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { KindFields } from "./carrierDraft.ts";
import { SendingFields } from "./SendingFields.tsx";

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

/** The fields of an SMPP connection. */
export const SmppFields: KindFields = ({ form, isNew }) => (
  <>
    <Where form={form} isNew={isNew} />
    <SendingFields form={form} window={{ label: "Window size", description: "Unacknowledged messages at a time" }}>
      <WholeNumberInput
        label="enquire_link"
        description="Idle seconds before a keep-alive"
        hideControls
        {...form.getInputProps("enquireSeconds")}
      />
    </SendingFields>
    <Texts form={form} />
    <Addresses form={form} />
  </>
);

type Form = Parameters<KindFields>[0]["form"];

function Where({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Stack gap={12}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <TextInput
          label="Host"
          required
          placeholder="smpp.example.com"
          maxLength={253}
          {...form.getInputProps("host")}
        />
        <WholeNumberInput label="Port" required hideControls {...form.getInputProps("port")} />
        <TextInput label="System id" required autoComplete="off" maxLength={15} {...form.getInputProps("systemId")} />
        <PasswordInput
          label="Password"
          required={isNew}
          placeholder={isNew ? "" : "Leave empty to keep the saved password"}
          autoComplete="new-password"
          maxLength={smppPassword.most}
          {...form.getInputProps("password")}
        />
      </SimpleGrid>
      <Switch
        label="TLS"
        description="Encrypts the connection and verifies the host's certificate"
        {...form.getInputProps("tls", { type: "checkbox" })}
      />
    </Stack>
  );
}

function Texts({ form }: { form: Form }) {
  return (
    <Fieldset legend="Texts and receipts">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <Select
          label="Default alphabet"
          description="What data_coding 0 means to this carrier"
          allowDeselect={false}
          data={optionsOf(defaultAlphabets)}
          {...form.getInputProps("defaultAlphabet")}
        />
        <Select
          label="Long texts"
          description="How the parts of a message are linked"
          allowDeselect={false}
          data={optionsOf(concatenations)}
          {...form.getInputProps("concatenation")}
        />
        <Select
          label="Message IDs in receipts"
          description="Compared with the ID in submit_sm_resp"
          allowDeselect={false}
          data={optionsOf(receiptIdForms)}
          {...form.getInputProps("receiptIds")}
        />
        <TextInput
          label="System type"
          description="Most carriers need none"
          maxLength={12}
          {...form.getInputProps("systemType")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

const addresses = [
  ["sourceTon", "Source TON"],
  ["sourceNpi", "Source NPI"],
  ["destinationTon", "Destination TON"],
  ["destinationNpi", "Destination NPI"],
] as const;

function Addresses({ form }: { form: Form }) {
  return (
    <Fieldset legend="Addresses">
      <SimpleGrid cols={{ base: 2, xs: 4 }} spacing={12} verticalSpacing={12}>
        {addresses.map(([name, label]) => (
          <WholeNumberInput key={name} label={label} hideControls {...form.getInputProps(name)} />
        ))}
      </SimpleGrid>
    </Fieldset>
  );
}
