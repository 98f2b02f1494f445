import { Anchor, Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import type { Item } from "../../api/call.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./ContactPage.module.css";

type Entry = Item<typeof contactRoutes.history>;

/** The contact's history, newest first. */
export function History({ contactId }: { contactId: string }) {
  const pages = useInfiniteQuery(pagesOf(contactRoutes.history, { params: { contactId } }));
  const rows = rowsOf(pages.data);
  if (pages.isError && !rows)
    return <ErrorState title="Error loading history" problem={pages.error} retry={() => pages.refetch()} />;
  if (!rows) {
    return (
      <Stack gap={8} aria-busy>
        <Skeleton height={32} />
        <Skeleton height={32} />
        <Skeleton height={32} />
      </Stack>
    );
  }
  if (rows.length === 0) {
    return (
      <EmptyState icon={IconHistory} title="No history yet">
        Texts, calls, emails, runs and changes of this contact appear here.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes["list"]} aria-label="History">
        {rows.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of several kinds have no id of their own
          <li key={`${entry.at} ${index}`} className={classes["item"]}>
            <span className={classes["when"]}>
              <Time at={entry.at} />
            </span>
            <span>
              <Title entry={entry} />
              {entry.detail ? (
                <Text inherit c="dimmed">
                  {entry.kind === "change" ? changedText(entry.detail) : entry.detail}
                </Text>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {pages.hasNextPage ? (
        <Button variant="default" mt={12} loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Show older
        </Button>
      ) : null}
    </>
  );
}

/** The labels of the changed fields. */
const changedText = (fields: string): string =>
  fields
    .split(", ")
    .map((field) => (field === "extdata" ? "Custom fields" : fieldLabel(field)))
    .join(", ");

function Title({ entry }: { entry: Entry }) {
  const { emailId, journeyId } = entry;
  if (emailId === null && journeyId === null) return <Text inherit>{entry.title}</Text>;
  return (
    <Anchor
      component={PathLink}
      {...(emailId !== null
        ? { to: paths.outbox, search: { email: emailId } }
        : { to: paths.journey(journeyId ?? "") })}
      inherit
      c="inherit"
      underline="always"
    >
      {entry.title}
    </Anchor>
  );
}
