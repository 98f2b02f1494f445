import { Fieldset, MultiSelect, Select, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Brand, brandRoutes, type UseCaseChoice } from "@trunkline/contract/registration/brand.ts";
import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { useMe } from "../../api/me.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

/** The use cases of the selected brand (spec 1 §4.7). */
export function useUseCases(brandId: string) {
  const { account } = useMe();
  const params = { acct: account.accountSid, id: brandId };
  return useQuery({ ...listOf(brandRoutes.useCases, { params }), enabled: brandId !== "" });
}

/** A brand that the form offers, or the brand of an existing campaign. */
export type BrandChoice = Pick<Brand, "brandId" | "displayName">;

/** The brand and a use case that it qualifies for. */
export function TenDlcUseCase({
  form,
  locked,
  brands,
  useCases,
  isLoading,
  subUseCases,
  chosen,
  campaign,
}: {
  form: TenDlcDraft;
  locked: boolean;
  brands: readonly BrandChoice[];
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
  const hasSubUseCases = (chosen?.maxSubUsecases ?? form.values.subUsecases.length) > 0;
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
            nothingFoundMessage="This brand does not qualify for any use case"
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
        {usecase !== "" && hasSubUseCases ? (
          <MultiSelect
            label="Sub Use Cases"
            required={(chosen?.minSubUsecases ?? 0) > 0}
            description={chosen ? `Choose ${chosen.minSubUsecases} to ${chosen.maxSubUsecases}` : undefined}
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
