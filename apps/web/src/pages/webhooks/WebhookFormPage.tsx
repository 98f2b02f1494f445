import { Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { useSection } from "./useSection.ts";
import { WebhookForm } from "./WebhookForm.tsx";
import { bodyOf, draftOf, emptyWebhook, type WebhookDraft } from "./webhookDraft.ts";

/** Create or edit a webhook; edit mode is an address with an id behind `edit` (spec 2 §2.3, §4.6). */
export function WebhookFormPage() {
  const id = usePathPart("id");
  const section = useSection();
  const refresh = useRefresh();
  const go = useGo();
  const webhook = useQuery({
    ...oneOf(webhookRoutes.find, { params: { id: id ?? "" } }),
    enabled: id !== undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const save = async (draft: WebhookDraft): Promise<boolean> => {
    const body = bodyOf(draft) as never;
    try {
      const saved =
        id === undefined
          ? await callOne(webhookRoutes.create, { body })
          : await callOne(webhookRoutes.update, { params: { id }, body });
      // success is an id in the answer (spec 2 §7.3)
      if (!saved.id) throw new Error("");
    } catch (problem) {
      const doing = id === undefined ? "creating" : "updating";
      toastError(`There was an error ${doing} this callback`, problem);
      return false;
    }
    if (id === undefined) toastSuccess("Callback created", "Callback created successfully.");
    else toastSuccess("Callback saved", "Callback saved successfully");
    void refresh(webhookRoutes.list.path);
    go(section.list);
    return true;
  };
  const isLoading = id !== undefined && (webhook.isPending || !webhook.isFetchedAfterMount);
  return (
    <Page
      title={`${id === undefined ? "Create" : "Edit"} ${section.word}`}
      purpose="Set the request to send and how to read the response."
      crumbs={[{ label: `${section.word}s`, to: section.list }]}
    >
      {webhook.isError ? (
        <ErrorState
          title="There was an error getting callback"
          problem={webhook.error}
          retry={() => webhook.refetch()}
        />
      ) : isLoading ? (
        <Stack gap={16} maw={720} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={140} />
        </Stack>
      ) : (
        <WebhookForm
          id={id ?? null}
          initial={webhook.data ? draftOf(webhook.data) : emptyWebhook}
          section={section}
          save={save}
        />
      )}
    </Page>
  );
}
