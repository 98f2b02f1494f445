import { IconMessage2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReportLine, reportRoutes } from "@trunkline/contract/reports/report.ts";
import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { useMemo } from "react";
import { shownAddress } from "../../api/assets.ts";
import { call } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import { stopsOf } from "./stopsOf.ts";
import { TemplateList } from "./TemplateList.tsx";

const days = 30;

/** The sent texts and replies of the last days by template. */
function useResults(): ReadonlyMap<string, ReportLine> | undefined {
  const startDate = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const lines = useQuery(listOf(reportRoutes.run, { query: { grouping: "template", startDate } })).data;
  return useMemo(() => lines && new Map(lines.map((line) => [line.key ?? "", line])), [lines]);
}

/** How often a template was sent, and how well it works. */
const resultColumns = (results: ReadonlyMap<string, ReportLine>): Column<SmsTemplate>[] => [
  {
    id: "sent",
    header: `Sent, ${days} days`,
    cell: ({ templateId }) => formatCount(results.get(templateId)?.sent ?? 0),
    value: ({ templateId }) => results.get(templateId)?.sent ?? 0,
    right: true,
    width: 124,
    spare: true,
  },
  {
    id: "replyRate",
    header: "Reply rate",
    cell: ({ templateId }) => {
      const { sent, replies } = results.get(templateId) ?? { sent: 0, replies: 0 };
      return sent === 0 ? "---" : formatShare(replies, sent);
    },
    value: ({ templateId }) => {
      const { sent, replies } = results.get(templateId) ?? { sent: 0, replies: 0 };
      return sent === 0 ? null : replies / sent;
    },
    right: true,
    width: 100,
    spare: true,
  },
];

const columns: Column<SmsTemplate>[] = [
  {
    id: "text",
    header: "Message Content",
    cell: (row) => <span title={row.templateText}>{row.templateText || "---"}</span>,
    value: (row) => row.templateText,
    width: 360,
  },
  {
    id: "media",
    header: "Media URL",
    cell: (row) =>
      row.templateMediaUrl?.includes("${") ? (
        row.templateMediaUrl
      ) : row.templateMediaUrl ? (
        <img
          src={shownAddress(row.templateMediaUrl)}
          alt={`Media of ${row.templateTitle}`}
          height={28}
          style={{ borderRadius: 4, maxWidth: 80, objectFit: "cover" }}
          loading="lazy"
        />
      ) : (
        "---"
      ),
    value: (row) => row.templateMediaUrl,
    width: 110,
  },
];

/** Message Templates (spec 2 §2.2). */
export function TemplatesPage() {
  const templates = useQuery(listOf(smsTemplateRoutes.list));
  const results = useResults();
  const shown = useMemo(() => [...columns, ...(results ? resultColumns(results) : [])], [results]);
  return (
    <TemplateList
      title="Message Templates"
      purpose="Reusable texts for your workflows."
      tab="messages"
      name="Templates"
      rows={templates}
      titleHeader="Message Title"
      columns={shown}
      textOf={(row) => `${row.templateTitle} ${row.templateText}`}
      searchPlaceholder="Search title or content"
      createTo={paths.createTemplate}
      editTo={paths.editTemplate}
      errorTitle="Error loading SMS templates."
      empty={(create) => (
        <EmptyState icon={IconMessage2} title="No templates yet" action={create}>
          A template is a text with variables such as the contact's first name. This list shows which workflows use it.
        </EmptyState>
      )}
      deletion={{
        remove: (templateId) => call(smsTemplateRoutes.remove, { params: { templateId } }),
        listPath: smsTemplateRoutes.list.path,
        consequence: (rows) => stopsOf(rows.flatMap(({ usedBy }) => usedBy)),
        errorTitle: "Error deleting message templates.",
      }}
    />
  );
}
