import { Anchor, Modal, Skeleton, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type InboxFigure, type InboxGrouping, inboxReportRoutes } from "@trunkline/contract/inbox/inboxReport.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { formatDuration } from "../../ui/text/formatTime.ts";
import { Time } from "../../ui/text/Time.tsx";
import { nameOf } from "./describeConversation.ts";

interface Props {
  query: { grouping: InboxGrouping; startDate: string; endDate: string; figure: InboxFigure; of: string };
  close: () => void;
}

const titles: Record<InboxFigure, string> = {
  answered: "Answered conversations",
  closed: "Closed conversations",
  open: "Open conversations",
};
const mostListed = 500;

const duration = (seconds: number | null): string => (seconds === null ? "---" : formatDuration(seconds));

/** The conversations behind a figure, each with its link. */
export function WorkList({ query, close }: Props) {
  const work = useQuery(listOf(inboxReportRoutes.work, { query }));
  return (
    <Modal opened onClose={close} title={titles[query.figure]} size="xl">
      {work.data === undefined ? (
        work.isError ? (
          <ErrorState title="Error loading conversations" problem={work.error} retry={() => work.refetch()} />
        ) : (
          <Skeleton height={160} aria-busy role="status" aria-label="Loading" />
        )
      ) : (
        <>
          <Text size="sm" c="dimmed" mb={8}>
            {work.data.length === mostListed
              ? `The newest ${mostListed} conversations`
              : plural(work.data.length, "conversation")}
          </Text>
          <Table.ScrollContainer minWidth={560}>
            <Table aria-label={titles[query.figure]}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Contact</Table.Th>
                  <Table.Th>Began</Table.Th>
                  <Table.Th>First reply after</Table.Th>
                  <Table.Th>Closed after</Table.Th>
                  <Table.Th>Waiting since</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {work.data.map((row) => (
                  <Table.Tr key={`${row.contactId} ${row.opened}`}>
                    <Table.Td>
                      <Anchor component={PathLink} to={paths.inbox(row.contactId)} inherit>
                        {nameOf(row)}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>
                      <Time at={row.opened} />
                    </Table.Td>
                    <Table.Td>{duration(row.replySeconds)}</Table.Td>
                    <Table.Td>{duration(row.closeSeconds)}</Table.Td>
                    <Table.Td>
                      <Time at={row.waitingSince} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </>
      )}
    </Modal>
  );
}
