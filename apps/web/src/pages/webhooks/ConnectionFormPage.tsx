import { Alert, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Connection, connectionRoutes, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { ApiFailure, callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { type ConnectionDraft, ConnectionForm, emptyConnection } from "./ConnectionForm.tsx";
import { mapOfRows, rowsOfMap } from "./pairRows.ts";
import { type Section, useSection } from "./useSection.ts";

/** Creates or edits a connection, then returns to the connections tab (spec 2 §2.3, §4.6). */
export function ConnectionFormPage() {
  const id = usePathPart("id");
  const section = useSection();
  const connection = useQuery({
    ...oneOf(connectionRoutes.find, { params: { id: id ?? "" } }),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const save = useSave(id, section);
  const isLoading = id !== undefined && (connection.isPending || !connection.isFetchedAfterMount);
  const isMissing = connection.error instanceof ApiFailure && [400, 404].includes(connection.error.status);
  const { data } = connection;
  return (
    <Page
      title={`${id === undefined ? "Create" : "Edit"} Connection`}
      purpose="The credentials of webhooks. Secrets are encrypted and never shown again."
      crumbs={[{ label: `${section.word}s`, to: section.list }]}
    >
      {isMissing ? (
        <Alert color="red" role="alert" title="Not found" maw={720}>
          This connection no longer exists.
        </Alert>
      ) : connection.isError ? (
        <ErrorState
          title="There was an error getting connection"
          problem={connection.error}
          retry={() => connection.refetch()}
        />
      ) : isLoading ? (
        <Stack gap={16} maw={720} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : (
        <ConnectionForm
          initial={data ? draftOf(data) : emptyConnection}
          connection={data}
          cancelTo={section.list}
          save={save}
        />
      )}
    </Page>
  );
}

const draftOf = ({ name, description, authHeaders, headers }: Connection): ConnectionDraft => ({
  name,
  description,
  signingSecret: "",
  authHeaders: rowsOfMap(authHeaders),
  headers: rowsOfMap(headers),
});

/** Saves a connection, a new one without an id. Resolves to whether it was saved. */
function useSave(id: string | undefined, section: Section) {
  const refresh = useRefresh();
  const go = useGo();
  return async (draft: ConnectionDraft): Promise<boolean> => {
    const { authHeaders, headers, signingSecret, ...rest } = draft;
    const body = { ...rest, name: rest.name.trim(), authHeaders: mapOfRows(authHeaders), headers: mapOfRows(headers) };
    try {
      const saved =
        id === undefined
          ? await callOne(connectionRoutes.create, { body: { ...body, signingSecret } })
          : await callOne(connectionRoutes.update, { params: { id }, body });
      if (!saved.id) throw new Error("");
    } catch (problem) {
      const doing = id === undefined ? "creating" : "updating";
      toastError(`There was an error ${doing} this connection`, problem);
      return false;
    }
    if (id === undefined) toastSuccess("Connection created", "Connection created successfully.");
    else toastSuccess("Connection saved", "Connection saved successfully");
    void refresh(connectionRoutes.list.path, webhookRoutes.list.path);
    go(section.list, { tab: "connections" });
    return true;
  };
}
