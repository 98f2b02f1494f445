import { Button } from "@mantine/core";
import { IconPencil, IconPlus, IconTag, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Disposition, dispositionRoutes } from "@trunkline/contract/dispositions/disposition.ts";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { dispositionColumns } from "./dispositionColumns.tsx";

// the dialog loads after the list is shown
const loadForm = () => import("./DispositionForm.tsx");
const DispositionForm = later(async () => (await loadForm()).DispositionForm, { frame: overThePage });
const soon = [loadForm];

const notPermitted = "User does not have necessary permissions to modify or delete.";
const isDefault = "This is a default system disposition. It cannot be deleted.";

/** Dispositions, the outcomes that agents choose for contacts and calls (spec 2 §2.5, §6). */
export function DispositionsPage() {
  usePreload(soon);
  const dispositions = useQuery(listOf(dispositionRoutes.list));
  const [address, change] = useAddress();
  const sorting = useSort({ by: "key", descending: false });
  const mayAdmin = useMay()("disposition-admin");
  const remove = useRemove();
  const { search, searchBar } = useListSearch({
    label: "Search dispositions",
    placeholder: "Search by name, tag or workflow",
  });
  const found = dispositions.data?.filter((row) =>
    [row.key, row.description, row.triggeredCampaignName ?? "", ...row.tags, ...row.workGroups].some((text) =>
      text.toLowerCase().includes(search.toLowerCase()),
    ),
  );
  const create = mayAdmin ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: "yes" })}>
      Disposition
    </Button>
  ) : null;
  const actionsOf = (row: Disposition): RowAction[] => [
    {
      label: "Edit",
      icon: IconPencil,
      run: () => change({ edit: row.key }),
      disabled: mayAdmin ? undefined : notPermitted,
    },
    {
      label: "Delete",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: !mayAdmin ? notPermitted : row.deletable ? undefined : isDefault,
    },
  ];
  const edited = useEdited(dispositions.data, address["edit"]);
  const close = () => change({ create: undefined, edit: undefined });
  return (
    <Page
      title="Dispositions"
      purpose="Outcomes that agents choose for contacts and calls. A disposition can enroll the contact in a workflow."
      shape="table"
      actions={create}
    >
      <Table
        name="Dispositions"
        columns={dispositionColumns}
        rows={{ ...dispositions, data: found }}
        rowId={(row) => row.key}
        rowName={(row) => row.key}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading page"
        {...(found ? { count: plural(found.length, "disposition") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconTag} title="No dispositions yet" action={create}>
            Create one for each possible outcome of a conversation or call.
          </EmptyState>
        }
      />
      {mayAdmin && address["create"] ? <DispositionForm disposition={null} close={close} /> : null}
      {mayAdmin && edited ? <DispositionForm key={edited.key} disposition={edited} close={close} /> : null}
    </Page>
  );
}

function useRemove(): (disposition: Disposition) => Promise<void> {
  const refresh = useRefresh();
  return async ({ key, triggeredCampaignName }) => {
    const isSure = await confirm({
      title: `Delete disposition "${key}"?`,
      consequence: `Agents can no longer choose it${triggeredCampaignName ? `, and it no longer enrolls contacts in ${triggeredCampaignName}` : ""}. It stays in contact history. This cannot be undone.`,
      confirm: "Delete disposition",
    });
    if (!isSure) return;
    try {
      // spec 2 §7.5: the key trimmed and in lower case
      await call(dispositionRoutes.remove, { body: { key: key.trim().toLowerCase() } });
      toastSuccess("Disposition deleted successfully");
    } catch (problem) {
      toastError(messageOfFailure(problem), "");
    }
    await refresh(dispositionRoutes.list.path);
  };
}

/** The disposition whose form is open. The form stays when another user deletes it, so that what was typed is not lost. */
function useEdited(all: readonly Disposition[] | undefined, key: string | undefined): Disposition | undefined {
  const isEdited = (row: Disposition): boolean => row.key.toLowerCase() === key?.toLowerCase();
  const listed = all?.find(isEdited);
  const [last, setLast] = useState(listed);
  if (listed !== undefined && listed !== last) setLast(listed);
  return listed ?? (last !== undefined && isEdited(last) ? last : undefined);
}
