import { Fieldset, Select, SimpleGrid, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { carrierRoutes } from "@trunkline/contract/carriers/carrier.ts";
import { type BrandDetails, brandLabels } from "@trunkline/contract/registration/brandFields.ts";
import { listOf } from "../../api/queries.ts";

/** Where a brand is registered: the installation's registry, or a carrier connection of the account. */
export function RegisteredWith({
  form,
  disabled,
  isFiled,
}: {
  form: Pick<UseFormReturnType<BrandDetails>, "getInputProps" | "values">;
  disabled: boolean;
  isFiled: boolean;
}) {
  const connections = (useQuery(listOf(carrierRoutes.list)).data ?? []).filter(
    ({ registersBrands }) => registersBrands,
  );
  const { connectionId } = form.values;
  if (connections.length === 0 && connectionId === "") return null;
  const options = connections.map((one) => ({ value: one.connectionId, label: one.name }));
  const isGone = connectionId !== "" && !options.some(({ value }) => value === connectionId);
  return (
    <Fieldset legend="Registration">
      <Select
        label={brandLabels.connectionId}
        description="Choose a carrier connection if your provider registers brands for you"
        allowDeselect={false}
        disabled={disabled || isFiled}
        data={[
          { value: "", label: "The Campaign Registry" },
          ...options,
          ...(isGone ? [{ value: connectionId, label: "Deleted connection" }] : []),
        ]}
        {...form.getInputProps("connectionId")}
      />
      {connectionId === "" ? null : (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={16} verticalSpacing={12} mt={12}>
          <TextInput
            label={brandLabels.customerProfileSid}
            description="Of the approved business profile in the provider's Trust Hub"
            placeholder="BU…"
            required
            autoComplete="off"
            disabled={disabled || isFiled}
            maxLength={34}
            {...form.getInputProps("customerProfileSid")}
          />
          <TextInput
            label={brandLabels.trustProfileSid}
            description="Of the A2P messaging profile in the provider's Trust Hub"
            placeholder="BU…"
            required
            autoComplete="off"
            disabled={disabled || isFiled}
            maxLength={34}
            {...form.getInputProps("trustProfileSid")}
          />
        </SimpleGrid>
      )}
    </Fieldset>
  );
}
