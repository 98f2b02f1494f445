import { Anchor, Fieldset, Select } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { numberSetTaken, type TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { TenDlcDraft } from "./tenDlcDraft.ts";

/** Loads the current number count of a set. */
export function useNumbersOf(): (numberSetId: string) => Promise<number> {
  const client = useQueryClient();
  return async (numberSetId) => {
    const set = await client.fetchQuery(oneOf(numberSetRoutes.find, { params: { numberSetId } })).catch(() => null);
    return set?.phoneNumbers.length ?? 0;
  };
}

/** The campaign's number set, which must be empty when it is attached. */
export function TenDlcNumbers({
  form,
  disabled,
  campaign,
}: {
  form: TenDlcDraft;
  disabled: boolean;
  campaign: TenDlcCampaign | null;
}) {
  const sets = useQuery(listOf(numberSetRoutes.list));
  const { numberSetId } = form.values;
  const isOwn = campaign !== null && campaign.numberSetId === numberSetId;
  // only for the early message; saving counts the numbers again
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
        nothingFoundMessage="No number sets available"
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
            Choose an empty set. Add numbers after the carriers approve the campaign.{" "}
            <Anchor component={PathLink} to={paths.createNumberSet} inherit underline="always">
              Create a number set
            </Anchor>
          </>
        }
      />
    </Fieldset>
  );
}
