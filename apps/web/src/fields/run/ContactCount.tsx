import { Button, Collapse, Group, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { contactRoutes, type Statement } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useState } from "react";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";

interface Props {
  statements: readonly Statement[];
  /** The sample is open at first. */
  withSample?: boolean;
}

/** A live count of the contacts and a sample of ten. Large counts continue in the background. */
export function ContactCount({ statements, withSample = false }: Props) {
  const [isOpen, setOpen] = useState(withSample);
  const text = JSON.stringify(statements);
  const [settled] = useDebouncedValue(text, 300);
  const counts = useInfiniteQuery({
    ...pagesOf(contactRoutes.count, { body: { statements: JSON.parse(settled) } }),
    staleTime: 5_000,
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = counts;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const count = rowsOf(counts.data)?.at(-1)?.count;
  return (
    <Stack gap={8} mt={8}>
      <Group gap={8}>
        <Text size="sm" c="dimmed" role="status">
          {isError
            ? `The contacts could not be counted: ${messageOfFailure(counts.error)}`
            : count === undefined
              ? "Counting…"
              : hasNextPage
                ? `${plural(count, "contact")} so far, counting…`
                : plural(count, "contact")}
        </Text>
        {!isError && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isOpen && !isError}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Hide sample" : "Show a sample"}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>{isOpen && !isError ? <Sample statements={settled} /> : null}</Collapse>
    </Stack>
  );
}

const sampleSize = 10;

function Sample({ statements }: { statements: string }) {
  const query = { limit: sampleSize, ...(statements !== "[]" && { statements }) };
  const found = useQuery({ ...listOf(contactRoutes.list, { query: query }), placeholderData: (old) => old });
  if (found.isError) return <Text size="sm">The contacts could not be loaded.</Text>;
  if (!found.data) return <Text size="sm">Loading…</Text>;
  if (found.data.length === 0) return <Text size="sm">No matching contacts.</Text>;
  return (
    <ul aria-label={`Sample of ${plural(found.data.length, "contact")}`} style={{ margin: 0, paddingLeft: 20 }}>
      {found.data.map(({ contactId, firstName, lastName, phone, email, city }) => (
        <li key={contactId}>
          <Text size="sm" className="figures">
            {[[firstName, lastName].filter(Boolean).join(" "), phone ? formatPhone(phone) : email, city]
              .filter(Boolean)
              .join(" · ")}
          </Text>
        </li>
      ))}
    </ul>
  );
}
