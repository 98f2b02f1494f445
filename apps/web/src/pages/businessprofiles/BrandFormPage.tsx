import { Alert, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconRosetteDiscountCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Brand, brandRoutes } from "@trunkline/contract/registration/brand.ts";
import { type BrandDetails, brandDraft } from "@trunkline/contract/registration/brandFields.ts";
import { callOne } from "../../api/call.ts";
import { useMay, useMe } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { BrandForm } from "./BrandForm.tsx";
import { brandState } from "./brandState.ts";
import { busyMs } from "./busyMs.ts";
import { ConfirmPhone } from "./ConfirmPhone.tsx";
import { RegistrationEvents } from "./RegistrationEvents.tsx";
import { useBrandActions } from "./useBrandActions.ts";

const empty: BrandDetails = brandDraft.parse({
  entityType: "PRIVATE_PROFIT",
  displayName: "-",
  country: "US",
  einIssuingCountry: "US",
});

/** Creates a brand, or edits the brand in the address. */
export function BrandFormPage() {
  const brandId = usePathPart("brandId");
  const { account } = useMe();
  const isNew = brandId === undefined;
  const brand = useQuery({
    ...oneOf(brandRoutes.find, { params: { acct: account.accountSid, id: brandId ?? "" } }),
    enabled: !isNew,
    refetchInterval: ({ state }) => (state.data?.busy ? busyMs : false),
  });
  return (
    <Page
      title={isNew ? "Create Brand" : "Edit Brand"}
      heading={brand.data?.displayName}
      purpose="Enter the details exactly as on your tax documents. Most rejections come from a name that does not match the tax number."
      crumbs={[{ label: "Business Profiles", to: paths.businessProfiles }]}
      shape="form"
      actions={brand.data ? <VetButton brand={brand.data} /> : null}
    >
      {brand.isError ? (
        <ErrorState title="Error loading brand" problem={brand.error} retry={() => brand.refetch()} />
      ) : !isNew && brand.isPending ? (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={240} />
        </Stack>
      ) : (
        <Stack gap={24}>
          {brand.data ? <RegistrationStatus brand={brand.data} /> : null}
          <Form key={brandId ?? "new"} brand={brand.data ?? null} />
          {brand.data ? <RegistrationEvents events={brand.data.events} /> : null}
        </Stack>
      )}
    </Page>
  );
}

function VetButton({ brand }: { brand: Brand }) {
  const { vet } = useBrandActions();
  const mayAdmin = useMay()("registration-admin");
  if (!mayAdmin || brand.status !== "VERIFIED" || brand.busy || brand.entityType === "SOLE_PROPRIETOR") return null;
  return (
    <Button variant="default" leftSection={<IconRosetteDiscountCheck size={16} />} onClick={() => void vet(brand)}>
      Order vetting
    </Button>
  );
}

/** The brand's status at the registry. */
function RegistrationStatus({ brand }: { brand: Brand }) {
  const { tone, word, why } = brandState(brand);
  return (
    <Stack gap={12}>
      <Group gap={16}>
        <StatusBadge tone={tone}>{word}</StatusBadge>
        {brand.score !== null ? <Text size="sm">Score {brand.score} of 100</Text> : null}
        {brand.registryId !== null ? (
          <Text size="sm" c="dimmed">
            Registry ID {brand.registryId}
          </Text>
        ) : null}
        {brand.mock ? (
          <Text size="sm" c="dimmed">
            Mock brand
          </Text>
        ) : null}
      </Group>
      {brand.status === "SELF_DECLARED" ? <ConfirmPhone brand={brand} /> : null}
      {tone === "failed" && why !== null ? (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} title="The registry rejected this brand">
          {why}
        </Alert>
      ) : null}
    </Stack>
  );
}

function Form({ brand }: { brand: Brand | null }) {
  const { account } = useMe();
  const refresh = useRefresh();
  const go = useGo();
  const save = async (body: BrandDetails, isDraft: boolean): Promise<boolean> => {
    const query = isDraft ? ({ draft: "true" } as const) : {};
    const acct = account.accountSid;
    try {
      if (brand === null) await callOne(brandRoutes.create, { params: { acct }, query, body });
      else await callOne(brandRoutes.update, { params: { acct, id: brand.brandId }, query, body });
    } catch (problem) {
      toastError(brand === null ? "Error creating brand" : "Error updating brand", problem);
      return false;
    }
    toastSuccess(isDraft ? "Draft saved" : "Brand submitted", body.displayName);
    void refresh(brandRoutes.list.path, brandRoutes.find.path);
    setTimeout(() => go(paths.businessProfiles));
    return true;
  };
  const initial = brand === null ? { ...empty, displayName: "" } : detailsOf(brand);
  return (
    <BrandForm
      initial={initial}
      mayDraft={brand === null || brand.status === "DRAFT"}
      isFiled={brand !== null && brand.registryId !== null}
      save={save}
    />
  );
}

/** The form fields of a brand. */
const detailsOf = (brand: Brand): BrandDetails =>
  Object.fromEntries(
    Object.keys(brandDraft.shape).map((name) => [name, brand[name as keyof BrandDetails]]),
  ) as unknown as BrandDetails;
