import { Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash, IconUserCheck } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AssignmentRule, assignmentRuleRoutes } from "@trunkline/contract/inbox/assignmentRule.ts";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { ruleColumns } from "./ruleColumns.tsx";

// the dialog loads after the list is shown
const loadForm = () => import("./AssignmentRuleForm.tsx");
const AssignmentRuleForm = later(async () => (await loadForm()).AssignmentRuleForm, { frame: overThePage });
const soon = [loadForm];

/** Rules that assign conversations to work groups, in their order (decision 0099). */
export function AssignmentRulesPage() {
  usePreload(soon);
  const rules = useQuery(listOf(assignmentRuleRoutes.list));
  const [address, change] = useAddress();
  const sorting = useSort({ by: "place", descending: false });
  const mayAdmin = useMay()("inbox-admin");
  const actionsOf = useActions(rules.data ?? [], mayAdmin, (ruleId) => change({ edit: ruleId }));
  const { search, searchBar } = useListSearch({ label: "Search rules", placeholder: "Search name or work group" });
  const wanted = search.toLowerCase();
  const found = rules.data
    ?.map((rule, index) => ({ ...rule, place: index + 1 }))
    .filter(({ name, workGroupName }) => `${name} ${workGroupName}`.toLowerCase().includes(wanted));
  const create = mayAdmin ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => change({ create: "yes" })}>
      Assignment rule
    </Button>
  ) : null;
  const edited = rules.data?.find(({ ruleId }) => ruleId === address["edit"]);
  const close = () => change({ create: undefined, edit: undefined });
  return (
    <Page
      title="Assignment rules"
      crumbs={[{ label: "Inbox", to: paths.inbox() }]}
      purpose="Conversations that need a person go to a member of a work group. The first rule that fits decides."
      shape="table"
      actions={create}
    >
      <Table
        name="Assignment rules"
        columns={ruleColumns}
        rows={{ ...rules, data: found }}
        rowId={(row) => row.ruleId}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading assignment rules"
        {...(found ? { count: plural(found.length, "rule") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconUserCheck} title="No assignment rules yet" action={create}>
            Without rules, new conversations stay unassigned until a user chooses one.
          </EmptyState>
        }
      />
      {mayAdmin && address["create"] ? <AssignmentRuleForm rule={null} close={close} /> : null}
      {mayAdmin && edited ? <AssignmentRuleForm key={edited.ruleId} rule={edited} close={close} /> : null}
    </Page>
  );
}

/** Moves, edits and deletes rules. */
function useActions(rules: readonly AssignmentRule[], mayAdmin: boolean, edit: (ruleId: string) => void) {
  const refresh = useRefresh();
  const remove = useRemoveOne(assignmentRuleRoutes.list.path);
  const order = useMutation({
    mutationFn: (ruleIds: string[]) => call(assignmentRuleRoutes.order, { body: { ruleIds } }),
    onSuccess: () => refresh(assignmentRuleRoutes.list.path),
    onError: (problem) => toastError("Error ordering rules", problem),
  });
  const move = (ruleId: string, by: number) => {
    const ids = rules.map((rule) => rule.ruleId);
    const place = ids.indexOf(ruleId);
    ids.splice(place, 1);
    ids.splice(place + by, 0, ruleId);
    order.mutate(ids);
  };
  return ({ ruleId, name }: AssignmentRule): RowAction[] => {
    const refused = mayAdmin ? undefined : notAllowed;
    return [
      {
        label: "Move up",
        icon: IconArrowUp,
        run: () => move(ruleId, -1),
        disabled: refused ?? (rules[0]?.ruleId === ruleId ? "This is the first rule." : undefined),
      },
      {
        label: "Move down",
        icon: IconArrowDown,
        run: () => move(ruleId, 1),
        disabled: refused ?? (rules.at(-1)?.ruleId === ruleId ? "This is the last rule." : undefined),
      },
      { label: "Edit", icon: IconPencil, run: () => edit(ruleId), disabled: refused },
      {
        label: "Delete",
        icon: IconTrash,
        destructive: true,
        disabled: refused,
        run: () =>
          void remove({
            ask: {
              title: `Delete rule "${name}"?`,
              consequence: "Conversations that it assigned stay assigned. This cannot be undone.",
              confirm: "Delete rule",
            },
            remove: () => call(assignmentRuleRoutes.remove, { params: { ruleId } }),
            done: ["Rule deleted", name],
            failed: "Error deleting rule",
          }),
      },
    ];
  };
}
