import {
  Anchor,
  Checkbox,
  Fieldset,
  MultiSelect,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Brand, brandRoutes, type UseCaseChoice } from "@trunkline/contract/brand.ts";
import { numberSetRoutes } from "@trunkline/contract/number.ts";
import {
  numberSetTaken,
  type TenDlcCampaign,
  type TenDlcDetails,
  type TenDlcField,
  tenDlcBody,
} from "@trunkline/contract/tenDlcCampaign.ts";
import { useState } from "react";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/FormActions.tsx";
import { FormProblems } from "../../ui/FormProblems.tsx";
import { formatDollars } from "../../ui/formatFigure.ts";
import { PathLink } from "../../ui/PathLink.tsx";
import { useLeavePrompt } from "../../ui/useLeavePrompt.ts";
import { FilingCheck } from "./FilingCheck.tsx";
import { RateTable } from "./RateTable.tsx";

export const emptyTenDlc: TenDlcDetails = {
  ...{ brandId: "", usecase: "", subUsecases: [], description: "", messageFlow: "", helpMessage: "", numberSetId: "" },
  ...{ sample1: "", sample2: "", sample3: "", sample4: "", sample5: "", referenceId: "", tag: [], vertical: "" },
  ...{ embeddedLink: false, embeddedPhone: false, numberPool: false, ageGated: false, directLending: false },
  enableMMS: false,
  // they begin as not confirmed, and a filing wants them confirmed
  ...({ subscriberOptin: false, subscriberOptout: false, subscriberHelp: false } as object as {
    subscriberOptin: true;
    subscriberOptout: true;
    subscriberHelp: true;
  }),
  ...{ privacyPolicyLink: "", termsAndConditionsLink: "", screenshotLink: "" },
};

const flags: readonly [TenDlcField, string, string][] = [
  ["embeddedLink", "Embedded Link", "Messages hold links; public shorteners are filtered"],
  ["embeddedPhone", "Embedded Phone", "Messages hold phone numbers"],
  ["numberPool", "Number Pool", "Meant for more than 50 numbers; it needs a one-time fee paid to a carrier"],
  ["ageGated", "Age Gated", "Alcohol, tobacco: recipients have proved their age"],
  ["directLending", "Direct Lending", "Loans, by the lender itself"],
  ["enableMMS", "Enable MMS", "Pictures are sent as well"],
];
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
const samples = [1, 2, 3, 4, 5].map((n) => `sample${n}` as TenDlcField);

type Form = ReturnType<typeof useForm<TenDlcDetails>>;

/** The form of a 10DLC campaign; in edit mode brand, use case, flags and opt-in are locked (spec 1 §4.7). */
export function TenDlcForm({
  initial,
  campaign,
  brands,
  subUseCases,
  save,
}: {
  initial: TenDlcDetails;
  campaign: TenDlcCampaign | null;
  brands: readonly Brand[];
  subUseCases: { value: string; label: string }[];
  save: (values: TenDlcDetails) => Promise<boolean>;
}) {
  const form = useForm<TenDlcDetails>({ initialValues: initial });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [problems, setProblems] = useState<string[]>([]);
  const mayAdmin = useMay()("registration-admin");
  const readNumbers = useNumbersOf();
  useLeavePrompt(form.isDirty() && state === "editing");
  const isOver = campaign?.status === "EXPIRED";
  const disabled = !mayAdmin || isOver;
  const locked = disabled || campaign !== null;
  const { values } = form;
  const useCases = useUseCases(values.brandId);
  const chosen = useCases.data?.find(({ usecase }) => usecase === values.usecase);
  const submit = async () => {
    const { error } = tenDlcBody.safeParse(values);
    const errors = problemsOf(error?.issues ?? []);
    const isOwnSet = campaign !== null && campaign.numberSetId === values.numberSetId;
    if (!errors["numberSetId"] && !isOwnSet && (await readNumbers(values.numberSetId)) > 0)
      errors["numberSetId"] = numberSetTaken;
    form.setErrors(errors);
    setProblems([...new Set(Object.values(errors))]);
    if (Object.keys(errors).length > 0) return;
    setState("saving");
    setState((await save(values)) ? "saved" : "editing");
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={16}>
        <FormProblems problems={problems} />
        <BrandAndUseCase
          form={form}
          locked={locked}
          brands={brands}
          useCases={useCases.data}
          isLoading={useCases.isFetching}
          subUseCases={subUseCases}
          chosen={chosen}
          campaign={campaign}
        />
        {campaign === null && chosen ? <RateTable rates={chosen.rateConfigs} /> : null}
        <Numbers form={form} disabled={disabled} campaign={campaign} />
        <Fieldset legend="What is sent">
          <Stack gap={12}>
            <Long
              form={form}
              field="description"
              label="Description"
              from={40}
              to={4096}
              disabled={disabled}
              rows={3}
            />
            {samples.map((field, index) => (
              <Long
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
        <OptIn form={form} disabled={disabled} locked={locked} />
        <Fieldset legend="Bookkeeping">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
            <TextInput label="Reference ID" disabled={disabled} {...form.getInputProps("referenceId")} />
            <TagsInput label="Tags" maxTags={10} disabled={locked} {...form.getInputProps("tag")} />
          </SimpleGrid>
        </Fieldset>
        {isOver ? null : <FilingCheck values={values} />}
        <FormActions
          save={campaign === null ? "Submit for review" : campaign.status === "DECLINED" ? "Save and resubmit" : "Save"}
          saving={state === "saving"}
          reason={!mayAdmin ? notAllowed : isOver ? "This 10DLC campaign is over. File a new one." : undefined}
          cancelTo={paths.businessProfiles}
        />
      </Stack>
    </form>
  );
}

/** A brand's use cases and then its details, loaded when it is chosen (spec 1 §4.7). */
function useUseCases(brandId: string) {
  const { account } = useMe();
  const params = { acct: account.accountSid, id: brandId };
  return useQuery({ ...listOf(brandRoutes.useCases, { params }), enabled: brandId !== "" });
}

/** How many numbers a set has now. */
function useNumbersOf(): (numberSetId: string) => Promise<number> {
  const client = useQueryClient();
  return async (numberSetId) => {
    const set = await client.fetchQuery(oneOf(numberSetRoutes.find, { params: { numberSetId } })).catch(() => null);
    return set?.phoneNumbers.length ?? 0;
  };
}

function BrandAndUseCase({
  form,
  locked,
  brands,
  useCases,
  isLoading,
  subUseCases,
  chosen,
  campaign,
}: {
  form: Form;
  locked: boolean;
  brands: readonly Brand[];
  useCases: readonly UseCaseChoice[] | undefined;
  isLoading: boolean;
  subUseCases: { value: string; label: string }[];
  chosen: UseCaseChoice | undefined;
  campaign: TenDlcCampaign | null;
}) {
  const { account } = useMe();
  const { brandId, usecase } = form.values;
  const details = useQuery({
    ...oneOf(brandRoutes.find, { params: { acct: account.accountSid, id: brandId } }),
    enabled: brandId !== "" && useCases !== undefined,
  });
  const brand = details.data;
  const offered = useCases?.map(({ usecase: value, words }) => ({ value, label: words })) ?? [];
  const known = campaign !== null && !offered.some(({ value }) => value === usecase);
  const takesSub = (chosen?.maxSubUsecases ?? form.values.subUsecases.length) > 0;
  return (
    <Fieldset legend="Brand and use case">
      <Stack gap={12}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
          <Select
            label="Brand"
            required
            searchable
            placeholder="Choose a verified brand"
            disabled={locked}
            allowDeselect={false}
            data={brands.map(({ brandId: value, displayName: label }) => ({ value, label }))}
            {...form.getInputProps("brandId")}
            value={brandId || null}
            onChange={(value) => {
              form.setFieldValue("brandId", value ?? "");
              form.setFieldValue("usecase", "");
              form.setFieldValue("subUsecases", []);
            }}
            description={
              brand ? `${brand.companyName || brand.displayName} · ${brand.website || brand.email}` : undefined
            }
          />
          <Select
            label="Use Case"
            required
            searchable
            placeholder={brandId === "" ? "Choose a brand first" : isLoading ? "Loading…" : "Choose one"}
            disabled={locked || brandId === ""}
            allowDeselect={false}
            nothingFoundMessage="The brand does not qualify for any"
            data={known ? [...offered, { value: usecase, label: usecase }] : offered}
            description={chosen ? `${formatDollars(chosen.monthlyFeeMicros / 1_000_000)} a month` : undefined}
            {...form.getInputProps("usecase")}
            value={usecase || null}
            onChange={(value) => {
              form.setFieldValue("usecase", value ?? "");
              form.setFieldValue("subUsecases", []);
            }}
          />
        </SimpleGrid>
        {usecase !== "" && takesSub ? (
          <MultiSelect
            label="Sub Use Cases"
            required={(chosen?.minSubUsecases ?? 0) > 0}
            description={chosen ? `${chosen.minSubUsecases} to ${chosen.maxSubUsecases} of them` : undefined}
            disabled={locked}
            maxValues={chosen?.maxSubUsecases ?? 5}
            searchable
            data={subUseCases}
            {...form.getInputProps("subUsecases")}
          />
        ) : null}
      </Stack>
    </Fieldset>
  );
}

function Numbers({ form, disabled, campaign }: { form: Form; disabled: boolean; campaign: TenDlcCampaign | null }) {
  const sets = useQuery(listOf(numberSetRoutes.list));
  const { numberSetId } = form.values;
  const isOwn = campaign !== null && campaign.numberSetId === numberSetId;
  // the calls of a set follow its choice: its numbers are looked at again when it is saved
  const set = useQuery({
    ...oneOf(numberSetRoutes.find, { params: { numberSetId } }),
    enabled: numberSetId !== "" && !isOwn,
  });
  const offered = (sets.data ?? []).filter(
    ({ campaignRegistry }) => campaignRegistry === null || campaignRegistry.id === campaign?.id,
  );
  const hasNumbers = !isOwn && (set.data?.phoneNumbers.length ?? 0) > 0;
  const { error, ...input } = form.getInputProps("numberSetId");
  return (
    <Fieldset legend="Numbers">
      <Select
        label="Number Set"
        required
        searchable
        disabled={disabled}
        allowDeselect={false}
        placeholder="Choose a number set without numbers"
        nothingFoundMessage="No number set is free"
        aria-busy={sets.isPending || undefined}
        data={offered.map(({ numberSetId: value, name: label }) => ({ value, label }))}
        {...input}
        error={error ?? (hasNumbers ? numberSetTaken : sets.isError ? "Error loading number sets" : undefined)}
        value={numberSetId || null}
        onChange={(value) => {
          form.clearFieldError("numberSetId");
          form.setFieldValue("numberSetId", value ?? "");
        }}
        description={
          <>
            It is attached empty; put numbers into it once the carriers have approved.{" "}
            <Anchor component={PathLink} to={paths.createNumberSet} inherit underline="always">
              Create a number set
            </Anchor>
          </>
        }
      />
    </Fieldset>
  );
}

function OptIn({ form, disabled, locked }: { form: Form; disabled: boolean; locked: boolean }) {
  return (
    <Fieldset legend="Opt-in, opt-out and help">
      <Stack gap={12}>
        <Long
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

/** A text with its bounds, counted as it is written. */
function Long({
  form,
  field,
  label,
  from,
  to,
  disabled,
  rows,
  note,
}: {
  form: Form;
  field: TenDlcField;
  label: string;
  from: number;
  to: number;
  disabled: boolean;
  rows: number;
  note?: string;
}) {
  const { length } = String(form.values[field]).trim();
  return (
    <Textarea
      label={label}
      required
      autosize
      minRows={rows}
      maxRows={12}
      disabled={disabled}
      description={
        <>
          {note ? `${note}. ` : ""}
          <Text span inherit className="figures">{`${length} of ${from} to ${to} characters`}</Text>
        </>
      }
      {...form.getInputProps(field)}
    />
  );
}

/** The first message of each field. */
function problemsOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const { path, message } of issues) problems[String(path[0])] ??= message;
  return problems;
}
