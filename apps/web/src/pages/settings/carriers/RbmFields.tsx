import { Fieldset, PasswordInput, Select, SimpleGrid, Textarea, TextInput } from "@mantine/core";
import { rbmRegions, rbmTrafficTypes } from "@trunkline/contract/carriers/rbmConnection.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { KindFields } from "./carrierDraft.ts";

const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

/** The fields of a connection to an agent at Google RCS Business Messaging. */
export const RbmFields: KindFields = ({ form, isNew }) => (
  <>
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
      <TextInput
        label="Agent ID"
        description="In the Business Communications console, under the agent's information"
        required
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps("agentId")}
      />
      <Select
        label="Region"
        description="The region that was chosen for the agent"
        allowDeselect={false}
        data={optionsOf(rbmRegions)}
        {...form.getInputProps("region")}
      />
    </SimpleGrid>
    <Textarea
      label="Service account key"
      description="The whole JSON file that the console creates under Service account"
      required={isNew}
      placeholder={isNew ? '{ "type": "service_account", … }' : "Leave empty to keep the saved key"}
      autoComplete="off"
      spellCheck={false}
      autosize
      minRows={3}
      maxRows={6}
      {...form.getInputProps("password")}
    />
    <PasswordInput
      label="Client token"
      description="The console shows it where you set the webhook. Save first, then copy the webhook from Health"
      placeholder={isNew ? "" : "Leave empty to keep the saved token"}
      autoComplete="new-password"
      maxLength={200}
      {...form.getInputProps("clientToken")}
    />
    <Fieldset legend="Sending">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12} verticalSpacing={12}>
        <WholeNumberInput
          label="Time limit"
          description="Hours until an undelivered message is revoked"
          hideControls
          {...form.getInputProps("ttlHours")}
        />
        <Select
          label="Traffic type"
          description="Agents with several uses must name one"
          allowDeselect={false}
          data={optionsOf(rbmTrafficTypes)}
          {...form.getInputProps("trafficType")}
        />
        <WholeNumberInput
          label="Messages per second"
          description="Leave empty for no limit"
          hideControls
          {...form.getInputProps("perSecond")}
          value={String(form.values["perSecond"] ?? "")}
        />
        <WholeNumberInput
          label="Requests at a time"
          description="Messages that wait for an answer"
          hideControls
          {...form.getInputProps("windowSize")}
        />
      </SimpleGrid>
      <TextInput
        mt={12}
        label="API address"
        description="Leave empty to use Google's address of the region"
        maxLength={200}
        {...form.getInputProps("baseUrl")}
      />
    </Fieldset>
  </>
);
