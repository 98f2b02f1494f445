import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { distributionDefaults } from "@trunkline/workflow/distribution/settings.ts";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { newTarget, targetDraftOf, targetOf } from "../../ui/form/TargetFields.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { numbersOf, settingsOf } from "./Distribution.tsx";
import { type WorkGroupDraft, WorkGroupForm } from "./WorkGroupForm.tsx";

/** Creates or edits a work group. */
export function WorkGroupFormPage() {
  const workGroupId = usePathPart("workGroupId");
  const isNew = workGroupId === undefined;
  const refresh = useRefresh();
  const go = useGo();
  const group = useQuery({
    ...oneOf(workGroupRoutes.find, { params: { workGroupId: workGroupId ?? "" } }),
    enabled: !isNew,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const save = async ({ members, ...draft }: WorkGroupDraft): Promise<boolean> => {
    const { name } = draft;
    const body = {
      ...draft,
      ...numbersOf(draft),
      ...targetOf(draft),
      members: members.map(({ userId, weight }) => ({ userId, weight: Number(weight) })),
    };
    try {
      if (isNew) await callOne(workGroupRoutes.create, { body });
      else await callOne(workGroupRoutes.update, { params: { workGroupId }, body });
    } catch (problem) {
      toastError(isNew ? "Error creating work group" : "Error saving work group", problem);
      return false;
    }
    toastSuccess(isNew ? "Work group created" : "Work group saved", name);
    void refresh(workGroupRoutes.list.path, workGroupRoutes.find.path);
    setTimeout(() => go(paths.workGroups));
    return true;
  };
  return (
    <Page
      title={isNew ? "Create Work Group" : "Edit Work Group"}
      purpose="Choose who answers and in which order phones ring."
      crumbs={[{ label: "Work Groups", to: paths.workGroups }]}
      shape="form"
    >
      {group.isError ? (
        <ErrorState title="Error loading work group" problem={group.error} retry={() => group.refetch()} />
      ) : !isNew && group.isPending ? (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={160} />
        </Stack>
      ) : (
        <WorkGroupForm
          initial={
            group.data
              ? {
                  name: group.data.name,
                  members: group.data.members,
                  callbackOffer: group.data.callbackOffer,
                  ...settingsOf(group.data),
                  ...targetDraftOf(group.data),
                }
              : { name: "", members: [], callbackOffer: null, ...distributionDefaults, ...targetDraftOf(newTarget) }
          }
          routedBy={group.data?.routedBy ?? []}
          save={save}
        />
      )}
    </Page>
  );
}
