import { Select, SimpleGrid, Stack, TagsInput, TextInput, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import { oneOf } from "../../api/queries.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import type { ContactDraft } from "./contactDraft.ts";

const names = ["phone", "email", "firstName", "lastName", "address", "city", "state", "postalCode", "country"] as const;
const types: Partial<Record<(typeof names)[number], "tel" | "email">> = { phone: "tel", email: "email" };

/** The form fields of a contact, including time zone, tags and custom fields. */
export function ContactFields({ form, disabled }: { form: UseFormReturnType<ContactDraft>; disabled: boolean }) {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  const custom = [...new Set([...(account.data?.customFields ?? []), ...Object.keys(form.values.extdata)])];
  return (
    <Stack gap={16}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={fieldLabel(name)}
            type={types[name] ?? "text"}
            description={name === "phone" ? "In any common format" : undefined}
            disabled={disabled}
            data-autofocus={name === "phone" || undefined}
            {...form.getInputProps(name)}
          />
        ))}
        <Select
          label="Time zone"
          description="Leave empty to derive it from the address or area code."
          searchable
          clearable
          allowDeselect
          clearButtonProps={{ "aria-label": "Clear time zone" }}
          disabled={disabled}
          data={timezones.map(({ timezoneId, name }) => ({ value: String(timezoneId), label: name }))}
          {...form.getInputProps("timezone")}
        />
      </SimpleGrid>
      <TagsInput label="Tags" disabled={disabled} maxTags={100} {...form.getInputProps("tags")} />
      {custom.length > 0 ? (
        <>
          <Title order={2} size="h3">
            Custom fields
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16}>
            {custom.map((name) => (
              <TextInput
                key={name}
                label={name}
                disabled={disabled}
                value={ownValue(form.values.extdata, name) ?? ""}
                onChange={(event) =>
                  form.setFieldValue("extdata", { ...form.values.extdata, [name]: event.currentTarget.value })
                }
              />
            ))}
          </SimpleGrid>
        </>
      ) : null}
    </Stack>
  );
}
