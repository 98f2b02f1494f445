import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { numberRoutes, numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { routeDestinationRoutes, routeTagRoutes } from "@trunkline/contract/routing/inboundRoute.ts";
import { ivrRoutes } from "@trunkline/contract/routing/ivr.ts";
import { useMemo, useState } from "react";
import { ApiFailure } from "../../api/call.ts";
import { listOf, oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { IvrForm } from "./IvrForm.tsx";
import { draftOf, newDraft } from "./ivrDraft.ts";

const crumbs = [{ label: "IVR Menus", to: paths.ivr }];
const purpose = "Phone menus that callers navigate with their keypad.";

/** Creates or edits an IVR (spec 3 §2). */
export function IvrFormPage() {
  const routeTag = usePathPart("routeTag");
  return routeTag === undefined ? (
    <Page title="Create IVR Menu" purpose={purpose} crumbs={crumbs}>
      <New />
    </Page>
  ) : (
    <Page title="Edit IVR Menu" heading={`Edit IVR Menu: ${routeTag}`} purpose={purpose} crumbs={crumbs}>
      <Loaded key={routeTag} routeTag={routeTag} />
    </Page>
  );
}

/** True if there is no route: the IVR was created by the API and answers no numbers yet. */
const isMissing = (problem: unknown): boolean => problem instanceof ApiFailure && problem.status === 404;
// load fresh data on each visit, and don't reload while the user edits
const still = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false, gcTime: 0 } as const;

const pageError = "Error while loading page. Please try again later.";

/** An empty form, shown when the numbers have loaded (spec 3 §8). */
function New() {
  const [initial] = useState(newDraft);
  const lists = [useQuery(listOf(numberRoutes.list)), useQuery(listOf(numberSetRoutes.list))];
  const failed = lists.find(({ isLoadingError }) => isLoadingError);
  if (failed)
    return (
      <ErrorState
        title={pageError}
        problem={failed.error}
        retry={() => Promise.all(lists.map((list) => list.refetch()))}
      />
    );
  return <IvrForm initial={initial} stored={null} />;
}

function Loaded({ routeTag }: { routeTag: string }) {
  const ivr = useQuery({ ...oneOf(ivrRoutes.find, { params: { name: routeTag } }), ...still });
  const tag = useQuery({ ...oneOf(routeTagRoutes.find, { params: { routeTag } }), ...still });
  const routes = useQuery({ ...listOf(routeDestinationRoutes.ofTag, { params: { name: routeTag } }), ...still });
  const failed = [ivr, ...[tag, routes].filter(({ error }) => !isMissing(error))].find(
    ({ isLoadingError }) => isLoadingError,
  );
  const rule = routes.data?.find(({ name }) => name === `ivr-${routeTag.toLowerCase()}`);
  const initial = useMemo(
    () =>
      ivr.data &&
      draftOf(ivr.data, {
        mohUrl: rule?.options.mohUrl ?? "",
        numbers: tag.data?.numbers ?? [],
        numberSetIds: tag.data?.numberRouteTags.map(({ numberSetId }) => numberSetId) ?? [],
      }),
    [ivr.data, rule, tag.data],
  );
  if (failed)
    return (
      <ErrorState
        title={pageError}
        problem={failed.error}
        retry={() => Promise.all([ivr, tag, routes].map((one) => one.refetch()))}
      />
    );
  if (!initial || tag.isPending || routes.isPending)
    return (
      <Stack gap={16} maw={720} aria-busy>
        <Skeleton height={160} />
        <Skeleton height={320} />
      </Stack>
    );
  return (
    <IvrForm
      initial={initial}
      stored={{ version: initial.ivr.version, mohUrl: initial.mohUrl, hasRoute: rule !== undefined }}
    />
  );
}
