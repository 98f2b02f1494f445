import { Anchor, Input, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { NumberSet } from "@trunkline/contract/numbers/number.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { useId } from "react";
import { TimeSelect } from "../../../fields/TimeField.tsx";
import { paths } from "../../../paths.ts";
import { WholeNumberInput } from "../../../ui/form/WholeNumberInput.tsx";
import type { CampaignSettings } from "./campaignSettings.ts";

const zoneOptions = timezones.map(({ timezoneId, name }) => ({ value: timezoneId, label: name }));

export interface SettingsPartProps {
  settings: CampaignSettings;
  change: (part: Partial<CampaignSettings>) => void;
  /** The error of a field after the user has left it or tried to save. */
  errorOf: (field: keyof CampaignSettings) => string | undefined;
  leave: (field: keyof CampaignSettings) => void;
}

interface BasicProps {
  settings: { title: string; numberSet: string | null };
  change: (part: { title?: string; numberSet?: string | null }) => void;
  errorOf: (field: "title" | "numberSet") => string | undefined;
  leave: (field: "title" | "numberSet") => void;
  numberSets: NumberSet[] | undefined;
  placeholder?: string;
  numberSetHelp?: string;
  /** For inbound workflows: number sets of other workflows are marked and cannot be chosen. */
  answered?: boolean;
}

/** Title and number set. */
export function BasicSettings({
  settings,
  change,
  errorOf,
  leave,
  numberSets,
  placeholder = "Spring reminder",
  numberSetHelp = "Texts and calls come from these numbers.",
  answered = false,
}: BasicProps) {
  const data = numberSets?.map(({ numberSetId, name, routeTag }) => {
    const isTaken = answered && routeTag !== null;
    return { value: numberSetId, label: isTaken ? `${name} (used by ${routeTag})` : name, disabled: isTaken };
  });
  return (
    <Stack gap={16}>
      <TextInput
        label="Title"
        withAsterisk
        autoFocus
        placeholder={placeholder}
        value={settings.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        onBlur={() => leave("title")}
        error={errorOf("title")}
      />
      <Select
        label="Number Set"
        description={numberSetHelp}
        withAsterisk
        searchable
        data={data ?? []}
        placeholder={data === undefined ? "Loading…" : "Choose"}
        nothingFoundMessage={data === undefined ? "Loading…" : "Nothing found"}
        value={settings.numberSet}
        onChange={(numberSet) => change({ numberSet })}
        onBlur={() => leave("numberSet")}
        error={errorOf("numberSet")}
      />
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          You have no number sets yet.{" "}
          <Anchor component={Link} to={paths.createNumberSet} inherit underline="always">
            Create a number set
          </Anchor>{" "}
          first.
        </Text>
      )}
    </Stack>
  );
}

const protectionHelp = {
  none: "Texts are sent at any time.",
  recipient: "Texts are sent only during these hours in the contact's time zone.",
  fixed: "Texts are sent only during these hours in one time zone.",
};

/** The hours in which the workflow sends. */
export function ProtectionSettings({ settings, change, errorOf, leave }: SettingsPartProps) {
  const id = useId();
  return (
    <Stack gap={16}>
      <Input.Wrapper
        label="Timezone Protection"
        labelElement="div"
        labelProps={{ id }}
        description={protectionHelp[settings.protection]}
        inputWrapperOrder={["label", "input", "description", "error"]}
      >
        <SegmentedControl
          aria-labelledby={id}
          fullWidth
          my={4}
          data={[
            { value: "none", label: "None" },
            { value: "recipient", label: "Recipient" },
            { value: "fixed", label: "Fixed" },
          ]}
          value={settings.protection}
          onChange={(protection) => change({ protection: protection as CampaignSettings["protection"] })}
        />
      </Input.Wrapper>
      {settings.protection !== "none" && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
          <TimeSelect
            label="Timezone Protection Start Time"
            withAsterisk
            clearable
            value={settings.start}
            onChange={(start) => change({ start })}
            error={errorOf("start")}
          />
          <TimeSelect
            label="Timezone Protection End Time"
            withAsterisk
            clearable
            value={settings.end}
            onChange={(end) => change({ end })}
            error={errorOf("end")}
          />
        </SimpleGrid>
      )}
      {settings.protection === "fixed" && (
        <Select
          label="Default Timezone"
          withAsterisk
          searchable
          clearable
          clearButtonProps={{ "aria-label": "Clear Default Timezone", "aria-hidden": false, tabIndex: 0, size: "24px" }}
          data={zoneOptions}
          value={settings.timezone}
          onChange={(timezone) => change({ timezone })}
          onBlur={() => leave("timezone")}
          error={errorOf("timezone")}
        />
      )}
    </Stack>
  );
}

/** How often a contact can enter the workflow. */
export function FrequencySettings({ settings, change, errorOf, leave }: SettingsPartProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
      <Select
        label="Frequency"
        description="How often a contact can enter this workflow."
        withAsterisk
        allowDeselect={false}
        data={[
          { value: "unlimited", label: "Unlimited" },
          { value: "onetime", label: "One Time Only" },
          { value: "numberofdays", label: "Number of Days" },
        ]}
        value={settings.frequency}
        onChange={(frequency) => frequency && change({ frequency: frequency as CampaignSettings["frequency"] })}
      />
      {settings.frequency === "numberofdays" && (
        <WholeNumberInput
          label="Frequency Days"
          description="Minimum number of days before a contact can enter again."
          withAsterisk
          value={settings.days ?? ""}
          onChange={(days) => change({ days: typeof days === "number" ? days : null })}
          onBlur={() => leave("days")}
          error={errorOf("days")}
        />
      )}
    </SimpleGrid>
  );
}
