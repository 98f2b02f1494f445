import { Button, Fieldset, Group, Select, SimpleGrid, Stack, Switch, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import {
  altBusinessIdTypes,
  type BrandDetails,
  type BrandField,
  brandBody,
  brandDraft,
  brandLabels,
  brandRelationships,
  entityTypes,
  hasField,
  requiredOf,
  stockExchanges,
  verticals,
  wordsOf,
} from "@trunkline/contract/registration/brandFields.ts";
import { useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { problemsByField } from "../../fields/problemsByField.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { keepFocus } from "../../ui/page/keepFocus.ts";
import { readPhone } from "../../ui/text/readPhone.ts";
import { RegisteredWith } from "./RegisteredWith.tsx";

type BrandFormState = ReturnType<typeof useForm<BrandDetails>>;
type Save = (draft: BrandDetails, isDraft: boolean) => Promise<boolean>;

/** Fields with a list of options. */
const choices: Partial<Record<BrandField, { value: string; label: string }[]>> = {
  entityType: Object.entries(entityTypes).map(([value, label]) => ({ value, label })),
  vertical: verticals.map((value) => ({ value, label: wordsOf(value) })),
  brandRelationship: Object.entries(brandRelationships).map(([value, label]) => ({ value, label })),
  stockExchange: stockExchanges.map((value) => ({ value, label: value === "NONE" ? "None" : value })),
  altBusinessIdType: altBusinessIdTypes.map((value) => ({ value, label: value === "NONE" ? "None" : value })),
};
const groups: readonly { legend: string; fields: readonly BrandField[] }[] = [
  {
    legend: "Company",
    fields: [
      "entityType",
      "displayName",
      "companyName",
      "ein",
      "einIssuingCountry",
      "vertical",
      "brandRelationship",
      "stockSymbol",
      "stockExchange",
      "firstName",
      "lastName",
      "altBusinessIdType",
      "altBusinessId",
    ],
  },
  { legend: "Contact", fields: ["phone", "mobilePhone", "email", "businessContactEmail", "website"] },
  { legend: "Address", fields: ["street", "city", "state", "postalCode", "country"] },
];
const notes: Partial<Record<BrandField, string>> = {
  displayName: "The name your recipients know",
  companyName: "Exactly as on your tax documents",
  ein: "Nine digits, or the tax number for other countries",
  brandRelationship: "The size of the customer relationship. Choose basic for your own brand.",
  mobilePhone: "Receives the code that confirms the owner",
  businessContactEmail: "An email address on the company's domain",
  referenceId: "Your own unique ID for this brand",
};

/** The brand form. Its fields depend on the entity type. */
export function BrandForm({
  initial,
  mayDraft,
  isFiled,
  save,
}: {
  initial: BrandDetails;
  mayDraft: boolean;
  isFiled: boolean;
  save: Save;
}) {
  const form = useForm<BrandDetails>({ initialValues: initial });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [problems, setProblems] = useState<string[]>([]);
  const mayAdmin = useMay()("registration-admin");
  useLeavePrompt(form.isDirty() && state === "editing");
  const send = async (isDraft: boolean) => {
    const read = (isDraft ? brandDraft : brandBody).safeParse(normalize(form.values));
    const errors = problemsByField(read.error?.issues ?? []);
    form.setErrors(errors);
    setProblems(Object.values(errors));
    if (!read.success) return;
    setState("saving");
    setState((await save(read.data, isDraft)) ? "saved" : "editing");
  };
  const checkOne = (field: BrandField) => {
    const { error } = brandBody.safeParse(normalize(form.values));
    const message = problemsByField(error?.issues ?? [])[field];
    if (message && form.values[field] !== "") form.setFieldError(field, message);
    else form.clearFieldError(field);
  };
  const { entityType } = form.values;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(false);
      }}
    >
      <Stack gap={16}>
        <FormProblems problems={problems} />
        <RegisteredWith form={form} disabled={!mayAdmin} isFiled={isFiled} />
        {groups.map(({ legend, fields }) => (
          <Fieldset key={legend} legend={legend}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
              {fields
                .filter((field) => hasField(entityType, field))
                .map((field) => (
                  <Field
                    key={field}
                    field={field}
                    required={requiredOf[entityType].includes(field) || field === "entityType"}
                    disabled={!mayAdmin || (isFiled && field === "entityType")}
                    input={form.getInputProps(field)}
                    onLeave={() => checkOne(field)}
                  />
                ))}
            </SimpleGrid>
          </Fieldset>
        ))}
        <Reference form={form} disabled={!mayAdmin} isFiled={isFiled} onLeave={() => checkOne("referenceId")} />
        <Group gap={8}>
          <FormActions
            save={isFiled ? "Save and resubmit" : "Submit to registry"}
            saving={state === "saving"}
            reason={mayAdmin ? undefined : notAllowed}
            cancelTo={paths.businessProfiles}
          />
          {mayDraft && mayAdmin ? (
            <Button
              variant="default"
              onMouseDown={keepFocus}
              disabled={state === "saving"}
              onClick={() => void send(true)}
            >
              Save draft
            </Button>
          ) : null}
        </Group>
      </Stack>
    </form>
  );
}

/** The account's own reference, keywords, and whether the brand is for testing. */
function Reference({
  form,
  disabled,
  isFiled,
  onLeave,
}: {
  form: BrandFormState;
  disabled: boolean;
  isFiled: boolean;
  /** The user left the reference ID. */
  onLeave: () => void;
}) {
  return (
    <Fieldset legend="Reference">
      <Stack gap={12}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12}>
          <Field
            field="referenceId"
            required={false}
            disabled={disabled}
            input={form.getInputProps("referenceId")}
            onLeave={onLeave}
          />
          <TagsInput
            label={brandLabels.tag}
            description="Keywords to find the brand in the registry"
            maxTags={10}
            disabled={disabled}
            {...form.getInputProps("tag")}
          />
        </SimpleGrid>
        <Switch
          label={brandLabels.mock}
          description="For testing only. Mock brands are free, cannot send messages and are deleted by the registry after 30 days."
          disabled={disabled || isFiled}
          {...form.getInputProps("mock", { type: "checkbox" })}
        />
      </Stack>
    </Fieldset>
  );
}

function Field({
  field,
  required,
  disabled,
  input,
  onLeave,
}: {
  field: BrandField;
  required: boolean;
  disabled: boolean;
  input: ReturnType<BrandFormState["getInputProps"]>;
  onLeave: () => void;
}) {
  const common = { label: brandLabels[field], description: notes[field], required, disabled, ...input };
  const data = choices[field];
  if (data === undefined) return <TextInput {...common} autoComplete="off" onBlur={onLeave} />;
  return (
    <Select
      {...common}
      data={data}
      value={input.value === "" ? null : input.value}
      onChange={(value) => input.onChange(value ?? "")}
      searchable={data.length > 8}
      allowDeselect={false}
      placeholder="Choose one"
    />
  );
}

/** The request of a draft: phones in E.164, codes in upper case. */
function normalize(values: BrandDetails): BrandDetails {
  const upper = (text: string): string => text.trim().toUpperCase();
  const { state, country, einIssuingCountry, phone, mobilePhone } = values;
  return {
    ...values,
    phone: readPhone(phone) ?? phone,
    mobilePhone: readPhone(mobilePhone) ?? mobilePhone,
    state: upper(state),
    country: upper(country),
    einIssuingCountry: upper(einIssuingCountry),
  };
}
