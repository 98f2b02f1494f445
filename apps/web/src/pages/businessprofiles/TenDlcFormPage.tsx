import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { brandRoutes } from "@trunkline/contract/registration/brand.ts";
import { wordsOf } from "@trunkline/contract/registration/brandFields.ts";
import {
  notificationRoutes,
  type TenDlcCampaign,
  type TenDlcDetails,
  tenDlcBody,
  tenDlcChange,
  tenDlcRoutes,
} from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { useEffect } from "react";
import { call, callOne } from "../../api/call.ts";
import { useMay, useMe } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { busyMs } from "./busyMs.ts";
import { RateTable } from "./RateTable.tsx";
import { RegistrationEvents } from "./RegistrationEvents.tsx";
import { TenDlcForm } from "./TenDlcForm.tsx";
import type { BrandChoice } from "./TenDlcUseCase.tsx";
import { emptyTenDlc } from "./tenDlcDraft.ts";
import { tenDlcState } from "./tenDlcState.ts";

/** Creates a 10DLC campaign, or edits the campaign in the address (spec 1 §2.4). */
export function TenDlcFormPage() {
  const id = usePathPart("id");
  const { account } = useMe();
  const acct = account.accountSid;
  const isNew = id === undefined;
  const campaign = useQuery({
    ...oneOf(tenDlcRoutes.find, { params: { acct, id: id ?? "" } }),
    enabled: !isNew,
    refetchInterval: ({ state }) => (state.data?.busy ? busyMs : false),
  });
  const brands = useQuery(listOf(brandRoutes.list, { params: { acct } }));
  const enums = useQuery({ ...listOf(tenDlcRoutes.enums, { params: { acct } }), enabled: !brands.isPending });
  // a failed brand load is only logged and leaves the list empty (spec 1 §8)
  useEffect(() => {
    if (brands.error) console.error("Brands could not be loaded", brands.error);
  }, [brands.error]);
  const verified = (brands.data ?? (brands.isError ? [] : undefined))?.filter(
    ({ status }) => status === "VETTED_VERIFIED" || status === "VERIFIED",
  );
  const failed = [campaign, enums].find(({ isError }) => isError);
  const isReady = (isNew || campaign.data) && verified && enums.data?.[0];
  return (
    <Page
      title={isNew ? "Create Campaign" : "Edit Campaign"}
      heading={isNew ? "Create 10DLC Campaign" : "Edit 10DLC Campaign"}
      purpose="Describe what a brand sends, to whom and from which numbers. Carriers review it before they deliver messages."
      crumbs={[{ label: "Business Profiles", to: paths.businessProfiles }]}
      // the rate table of a submitted campaign needs more width than the form
      shape={campaign.data ? "wide" : "form"}
    >
      {failed ? (
        <ErrorState title="Error loading page" problem={failed.error} retry={() => failed.refetch()} />
      ) : !isReady ? (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={240} />
        </Stack>
      ) : isNew && verified.length === 0 ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={16} />}>
          <Stack gap={12} align="flex-start">
            <Text size="sm">No Brands found. Please create a brand before creating a Campaign.</Text>
            <Button component={PathLink} to={paths.createBrand} variant="default" size="xs">
              Create brand
            </Button>
          </Stack>
        </Alert>
      ) : (
        <Stack gap={24}>
          {campaign.data ? (
            <CampaignStatus campaign={campaign.data} isSimulated={enums.data?.[0]?.simulated ?? false} />
          ) : (
            <Explanation />
          )}
          <Stack gap={24} maw={720}>
            <Form
              key={id ?? "new"}
              campaign={campaign.data ?? null}
              brands={campaign.data ? [{ ...campaign.data, displayName: campaign.data.brandName }] : verified}
              subUseCases={enums.data?.[0]?.subUsecase ?? []}
            />
            {campaign.data ? <RegistrationEvents events={campaign.data.events} /> : null}
          </Stack>
        </Stack>
      )}
    </Page>
  );
}

const Explanation = () => (
  <Alert icon={<IconInfoCircle size={16} />}>
    A carrier review can take up to one business week. Each submission costs a fee, so fix all problems of the pre-check
    below first.
  </Alert>
);

/** The campaign's status, carrier limits, and templates that no longer match the submission. */
function CampaignStatus({ campaign, isSimulated }: { campaign: TenDlcCampaign; isSimulated: boolean }) {
  const mayAdmin = useMay()("registration-admin");
  const refresh = useRefresh();
  const { tone, word, why } = tenDlcState(campaign);
  const simulate = async (body: { action: "suspend" | "lift" | "expire"; carrier?: string }) => {
    try {
      await call(tenDlcRoutes.simulate, { params: { id: campaign.id }, body });
    } catch (problem) {
      toastError("Simulated registry error", problem);
    }
    await refresh(tenDlcRoutes.find.path, tenDlcRoutes.list.path);
  };
  const maySimulate = isSimulated && mayAdmin && campaign.status === "ACCEPTED";
  return (
    <Stack gap={16} maw={984}>
      <Group gap={16}>
        <StatusBadge tone={tone} why={why}>
          {word}
        </StatusBadge>
        {campaign.registryId !== null ? (
          <Text size="sm" c="dimmed">
            Registry ID {campaign.registryId}
          </Text>
        ) : null}
        <Anchor component={PathLink} to={paths.editNumberSet(campaign.numberSetId)} size="sm">
          {campaign.numbers} numbers in {campaign.numberSetName}
        </Anchor>
      </Group>
      {campaign.status === "DECLINED" || campaign.problem !== null ? (
        <Alert color="red" icon={<IconAlertTriangle size={16} />} title="Campaign declined">
          {campaign.problem ?? campaign.reason}. Make corrections below and save to resubmit.
        </Alert>
      ) : null}
      {campaign.status === "PENDING" || campaign.status === "DECLINED" ? <Explanation /> : null}
      {campaign.drift.length > 0 ? (
        <Alert color="yellow" icon={<IconAlertTriangle size={16} />} title="Templates no longer match this campaign">
          {campaign.drift.map(({ templateId, title, words }) => (
            <Text key={templateId} size="sm">
              <Anchor component={PathLink} to={paths.editTemplate(templateId)} inherit>
                {title}
              </Anchor>
              : {words}
            </Text>
          ))}
        </Alert>
      ) : null}
      {campaign.rateConfigs.length > 0 ? (
        <RateTable
          rates={campaign.rateConfigs}
          onSuspend={
            maySimulate
              ? (carrier, isSuspended) => void simulate({ action: isSuspended ? "lift" : "suspend", carrier })
              : undefined
          }
        />
      ) : null}
    </Stack>
  );
}

/** The HTML table of the support notification. */
function notificationOf(campaign: TenDlcCampaign): string {
  const safe = (text: string): string =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
  const rows: [string, string][] = [
    ["Brand", campaign.brandName],
    ["Use Case", wordsOf(campaign.usecase)],
    ["Number Set", campaign.numberSetName],
    ["Number pool", campaign.numberPool ? "Yes" : "No"],
    ["Description", campaign.description],
  ];
  const cells = rows.map(([name, value]) => `<tr><th>${safe(name)}</th><td>${safe(value)}</td></tr>`);
  return `<table>${cells.join("")}</table>`;
}

function Form({
  campaign,
  brands,
  subUseCases,
}: {
  campaign: TenDlcCampaign | null;
  brands: readonly BrandChoice[];
  subUseCases: { value: string; label: string }[];
}) {
  const { account } = useMe();
  const acct = account.accountSid;
  const refresh = useRefresh();
  const go = useGo();
  const save = async (values: TenDlcDetails): Promise<boolean> => {
    if (campaign === null) {
      let created: TenDlcCampaign;
      try {
        created = await callOne(tenDlcRoutes.create, { params: { acct }, body: tenDlcBody.parse(values) });
      } catch (problem) {
        toastError("Error creating campaign", problem);
        return false;
      }
      toastSuccess("Campaign created successfully", created.brandName);
      try {
        await call(notificationRoutes.create, { body: { type: "campaign", payload: notificationOf(created) } });
      } catch (problem) {
        toastError("Error sending campaign notification", problem);
      }
    } else {
      try {
        const body = tenDlcChange.parse(
          Object.fromEntries(
            Object.keys(tenDlcChange.shape).map((name) => [name, values[name as keyof TenDlcDetails]]),
          ),
        );
        await callOne(tenDlcRoutes.update, { params: { acct, id: campaign.id }, body });
      } catch (problem) {
        toastError("Error updating campaign", problem);
        return false;
      }
      toastSuccess("Campaign updated successfully", campaign.brandName);
    }
    void refresh(
      tenDlcRoutes.list.path,
      tenDlcRoutes.find.path,
      numberSetRoutes.list.path,
      notificationRoutes.list.path,
    );
    setTimeout(() => go(paths.businessProfiles));
    return true;
  };
  const initial = campaign === null ? emptyTenDlc : detailsOf(campaign);
  return <TenDlcForm initial={initial} campaign={campaign} brands={brands} subUseCases={subUseCases} save={save} />;
}

/** The form fields of a campaign. */
const detailsOf = (campaign: TenDlcCampaign): TenDlcDetails =>
  Object.fromEntries(
    Object.keys(tenDlcBody.shape).map((name) => [name, campaign[name as keyof TenDlcDetails]]),
  ) as unknown as TenDlcDetails;
