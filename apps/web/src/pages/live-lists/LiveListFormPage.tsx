import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { callOne } from "../../api/call.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { newTarget, targetDraftOf, targetOf } from "../../ui/form/TargetFields.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { type LiveListDraft, LiveListForm } from "./LiveListForm.tsx";

/** Creates or edits a live list (spec 3 §2). */
export function LiveListFormPage() {
  const listName = usePathPart("listName");
  const isNew = listName === undefined;
  const refresh = useRefresh();
  const go = useGo();
  const lists = useQuery({
    ...listOf(liveListRoutes.list),
    enabled: !isNew,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const list = lists.data?.find((one) => one.listName === listName);
  const save = async (draft: LiveListDraft): Promise<boolean> => {
    const body = { ...draft, ...targetOf(draft) };
    try {
      if (isNew) await callOne(liveListRoutes.create, { body });
      else await callOne(liveListRoutes.update, { params: { listName }, body });
    } catch (problem) {
      toastError("Error saving Live List", problem);
      return false;
    }
    toastSuccess("Saved Live List", body.listName);
    void refresh(liveListRoutes.list.path);
    setTimeout(() => go(paths.liveLists));
    return true;
  };
  return (
    <Page
      title={isNew ? "Create Live List" : "Edit Live List"}
      purpose="Callers hear your message while they wait for one of these users to answer."
      crumbs={[{ label: "Live Lists", to: paths.liveLists }]}
      shape="form"
    >
      {lists.isError ? (
        <ErrorState title="Error loading live list" problem={lists.error} retry={() => lists.refetch()} />
      ) : !isNew && lists.isPending ? (
        <Stack gap={16} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : !isNew && list === undefined ? (
        <ErrorState
          title="Error loading live list"
          problem={new Error(`There is no live list "${listName}". It may have been deleted.`)}
          retry={() => lists.refetch()}
        />
      ) : (
        <LiveListForm
          initial={{
            listName: list?.listName ?? "",
            clientIds: list?.clientIds ?? [],
            callbackOffer: list?.callbackOffer ?? null,
            ...targetDraftOf(list ?? newTarget),
          }}
          isNew={isNew}
          save={save}
        />
      )}
    </Page>
  );
}
