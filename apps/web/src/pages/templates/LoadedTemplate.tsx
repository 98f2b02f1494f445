import { Alert, Anchor, Skeleton, Stack } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";

/** Loads the current template for its form, and says which workflows use it. */
export function LoadedTemplate<Row extends { usedBy: { campaignId: string; campaignName: string }[] }>({
  template,
  children,
}: {
  template: UseQueryResult<Row>;
  children: (row: Row) => ReactNode;
}) {
  if (template.isError)
    return (
      <ErrorState
        title="There was an error getting template(s)"
        problem={template.error}
        retry={() => template.refetch()}
      />
    );
  if (template.isPending || !template.isFetchedAfterMount)
    return (
      <Stack gap={16} maw={720} aria-busy>
        <Skeleton height={36} />
        <Skeleton height={140} />
        <Skeleton height={36} />
      </Stack>
    );
  const { usedBy } = template.data;
  return (
    <>
      {usedBy.length > 0 ? (
        <Alert color="gray" maw={720}>
          Used by{" "}
          {usedBy.map(({ campaignId, campaignName }, index) => (
            <span key={campaignId}>
              {index > 0 ? ", " : ""}
              <Anchor component={PathLink} to={paths.editCampaign(campaignId)} inherit underline="always">
                {campaignName}
              </Anchor>
            </span>
          ))}
        </Alert>
      ) : null}
      {children(template.data)}
    </>
  );
}
