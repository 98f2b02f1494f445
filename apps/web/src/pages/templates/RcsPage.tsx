import { Anchor, Button, Text } from "@mantine/core";
import { IconMessage2Star, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type RcsTemplate, rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { plainTextOf } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { CopyButton } from "../../ui/text/CopyButton.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { RcsAgents } from "./RcsAgents.tsx";
import { TemplateTabs } from "./TemplateTabs.tsx";
import { useDeleteRcs } from "./useDeleteRcs.ts";

const typeNames = { text: "Text", picture: "Picture", cards: "Cards" } as const;

const columns: Column<RcsTemplate>[] = [
  {
    id: "key",
    header: "Message Key",
    cell: ({ templateKey }) => (
      <>
        <Anchor component={PathLink} to={paths.editRcs(templateKey)} inherit fw={500}>
          {templateKey}
        </Anchor>
        <CopyButton value={templateKey} what={`key ${templateKey}`} />
      </>
    ),
    value: (row) => row.templateKey,
    width: 220,
    always: true,
  },
  {
    id: "type",
    header: "Type",
    cell: ({ content }) => typeNames[content.type],
    value: ({ content }) => typeNames[content.type],
    width: 100,
  },
  {
    id: "content",
    header: "Content",
    cell: ({ content }) => <span title={plainTextOf(content)}>{plainTextOf(content)}</span>,
    value: ({ content }) => plainTextOf(content),
    width: 360,
  },
  {
    id: "usedBy",
    header: "Used by",
    cell: ({ usedBy }) =>
      usedBy.length === 0 ? (
        "---"
      ) : (
        <span title={usedBy.map((use) => use.campaignName).join(", ")}>{plural(usedBy.length, "workflow")}</span>
      ),
    value: ({ usedBy }) => usedBy.length,
    width: 120,
    right: true,
  },
  {
    id: "created",
    header: "Created Date",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 180,
  },
];

/** RCS messages and agents (readings, Requests of our pages). */
export function RcsPage() {
  const templates = useQuery(listOf(rcsRoutes.templates));
  const { search, searchBar } = useListSearch({ label: "Search RCS messages", placeholder: "Search key or content" });
  const sorting = useSort({ by: "created", descending: true });
  const mayEdit = useMay()("workflow-edit");
  const remove = useDelete();
  const found = templates.data?.filter(({ templateKey, content }) =>
    `${templateKey} ${plainTextOf(content)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const disabled = mayEdit ? undefined : notAllowed;
  const create = mayEdit ? (
    <Button component={PathLink} to={paths.createRcs} leftSection={<IconPlus size={16} />}>
      Create RCS message
    </Button>
  ) : null;
  return (
    <Page
      title="RCS messages"
      purpose="Texts, pictures and cards with buttons. RCS Send nodes refer to them by message key."
      crumbs={[{ label: "Message Templates", to: paths.templates }]}
      actions={create}
    >
      <TemplateTabs open="rcs" />
      <Table
        name="RCS messages"
        columns={columns}
        rows={{ ...templates, data: found }}
        rowId={(row) => row.templateKey}
        rowName={(row) => row.templateKey}
        maxHeight={420}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading RCS messages"
        {...(found ? { count: plural(found.length, "message") } : {})}
        rowActions={(row) => [
          { label: "Delete", icon: IconTrash, run: () => void remove(row), destructive: true, disabled },
        ]}
        empty={
          <EmptyState icon={IconMessage2Star} title="No RCS messages yet" action={create}>
            RCS messages show pictures, cards and buttons on phones that support RCS. Create one, then send it with an
            RCS Send node.
          </EmptyState>
        }
      />
      <Text size="xs" c="dimmed" my={8}>
        Contacts without RCS follow the failure path. Connect it to an SMS Send.
      </Text>
      <RcsAgents mayEdit={mayEdit} />
    </Page>
  );
}

function useDelete(): (template: RcsTemplate) => Promise<void> {
  const remove = useDeleteRcs("message", rcsRoutes.templates.path, (templateKey) =>
    call(rcsRoutes.removeTemplate, { params: { templateKey } }),
  );
  return ({ templateKey, usedBy }) => remove(templateKey, usedBy);
}
