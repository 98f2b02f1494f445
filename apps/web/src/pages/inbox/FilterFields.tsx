import { Chip, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { assignmentRuleRoutes } from "@trunkline/contract/inbox/assignmentRule.ts";
import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
import { listOf } from "../../api/queries.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import classes from "./InboxPage.module.css";
import { type Filter, filters, type ListFilters } from "./useListFilters.ts";

/** Search and filters of the list of conversations. */
export function FilterFields({ search, filter, inbox, workGroup, workflow, change }: ListFilters) {
  const inboxes = useQuery({ ...listOf(inboxRoutes.names), staleTime: 60_000 });
  return (
    <>
      <Chip.Group
        multiple={false}
        value={filter}
        onChange={(show) => change({ show: show === "open" ? undefined : show, workflow: undefined })}
      >
        <div className={classes["filters"]} role="radiogroup" aria-label="Show">
          {(Object.keys(filters) as Filter[]).map((one) => (
            <Chip key={one} value={one} size="xs" radius="sm" variant="light">
              {filters[one].label}
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {(inboxes.data?.length ?? 0) > 0 || inbox !== "" ? (
        <Select
          size="xs"
          aria-label="Inbox"
          placeholder="All inboxes"
          clearable
          searchable
          data={[...new Set([...(inboxes.data ?? []).map((one) => one.inbox), ...(inbox ? [inbox] : [])])]}
          value={inbox || null}
          onChange={(name) => change({ inbox: name ?? undefined })}
        />
      ) : null}
      <InGroup value={workGroup} onChange={(id) => change({ group: id })} />
      {filter === "handled" ? <HandledBy value={workflow} onChange={(id) => change({ workflow: id })} /> : null}
      <SearchBox
        label="Search conversations"
        placeholder="Search name or number"
        value={search}
        width="100%"
        onSearch={(q) => change({ q })}
      />
    </>
  );
}

/** Limits the list to a work group, where rules assign to some. */
function InGroup({ value, onChange }: { value: string; onChange: (workGroupId: string | undefined) => void }) {
  const rules = useQuery({ ...listOf(assignmentRuleRoutes.list), staleTime: 60_000 });
  const groups = new Map((rules.data ?? []).map(({ workGroupId, workGroupName }) => [workGroupId, workGroupName]));
  if (groups.size === 0) return null;
  return (
    <Select
      size="xs"
      aria-label="Work group"
      placeholder="All work groups"
      clearable
      searchable
      data={[...groups].map(([id, label]) => ({ value: id, label }))}
      value={groups.has(value) ? value : null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}

/** Limits the handled conversations to those of one workflow. */
function HandledBy({ value, onChange }: { value: string; onChange: (campaignId: string | undefined) => void }) {
  const workflows = useQuery({ ...listOf(campaignRoutes.list), staleTime: 60_000 });
  return (
    <Select
      size="xs"
      aria-label="Handled by"
      placeholder="Handled by any workflow"
      clearable
      searchable
      nothingFoundMessage="Nothing found"
      data={(workflows.data ?? []).map(({ campaignId, campaignName }) => ({ value: campaignId, label: campaignName }))}
      value={value || null}
      onChange={(id) => onChange(id ?? undefined)}
    />
  );
}
