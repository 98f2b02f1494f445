import { Fieldset, Select, SimpleGrid, Stack, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { verticals, wordsOf } from "@trunkline/contract/registration/brandFields.ts";
import {
  numberSetTaken,
  type TenDlcCampaign,
  type TenDlcDetails,
  tenDlcBody,
} from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { problemsByField } from "../../fields/problemsByField.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { FilingCheck } from "./FilingCheck.tsx";
import { RateTable } from "./RateTable.tsx";
import { TenDlcMessages } from "./TenDlcMessages.tsx";
import { TenDlcNumbers, useNumbersOf } from "./TenDlcNumbers.tsx";
import { TenDlcOptIn } from "./TenDlcOptIn.tsx";
import { type BrandChoice, TenDlcUseCase, useUseCases } from "./TenDlcUseCase.tsx";

/** The 10DLC campaign form. In edit mode, brand, use case, flags and opt-in are locked (spec 1 §4.7). */
export function TenDlcForm({
  initial,
  campaign,
  brands,
  subUseCases,
  save,
}: {
  initial: TenDlcDetails;
  campaign: TenDlcCampaign | null;
  brands: readonly BrandChoice[];
  subUseCases: { value: string; label: string }[];
  save: (values: TenDlcDetails) => Promise<boolean>;
}) {
  const form = useForm<TenDlcDetails>({ initialValues: initial });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [problems, setProblems] = useState<string[]>([]);
  const mayAdmin = useMay()("registration-admin");
  const readNumbers = useNumbersOf();
  useLeavePrompt(form.isDirty() && state === "editing");
  const isExpired = campaign?.status === "EXPIRED";
  const disabled = !mayAdmin || isExpired;
  const locked = disabled || campaign !== null;
  const { values } = form;
  const useCases = useUseCases(values.brandId);
  const chosen = useCases.data?.find(({ usecase }) => usecase === values.usecase);
  const submit = async () => {
    const { error } = tenDlcBody.safeParse(values);
    const errors = problemsByField(error?.issues ?? []);
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
        <TenDlcUseCase
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
        <TenDlcNumbers form={form} disabled={disabled} campaign={campaign} />
        <TenDlcMessages form={form} disabled={disabled} locked={locked} />
        <TenDlcOptIn form={form} disabled={disabled} locked={locked} />
        <Fieldset legend="Reference">
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
            <Select
              label="Vertical"
              clearable
              searchable
              disabled={locked}
              placeholder="Same as brand"
              data={verticals.map((value) => ({ value, label: wordsOf(value) }))}
              {...form.getInputProps("vertical")}
              value={values.vertical || null}
              onChange={(value) => form.setFieldValue("vertical", value ?? "")}
            />
            <TextInput label="Reference ID" disabled={disabled} {...form.getInputProps("referenceId")} />
            <TagsInput label="Tags" maxTags={10} disabled={locked} {...form.getInputProps("tag")} />
          </SimpleGrid>
        </Fieldset>
        {isExpired ? null : <FilingCheck values={values} />}
        <FormActions
          save={campaign === null ? "Submit for review" : campaign.status === "DECLINED" ? "Save and resubmit" : "Save"}
          saving={state === "saving"}
          reason={!mayAdmin ? notAllowed : isExpired ? "This 10DLC campaign has expired. Create a new one." : undefined}
          cancelTo={paths.businessProfiles}
        />
      </Stack>
    </form>
  );
}
