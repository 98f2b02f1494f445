import { Button, Collapse, Group, Input, SegmentedControl, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { useEffect, useId, useState } from "react";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { ContactStatements } from "./ContactStatements.tsx";
import { PickContacts } from "./PickContacts.tsx";
import { type ContactsDraft, type RunForm, selectionOf } from "./runRequest.ts";
import { UploadContacts } from "./UploadContacts.tsx";

interface Props {
  form: ContactsDraft;
  change: (part: Partial<ContactsDraft>) => void;
  issues: Partial<Record<keyof RunForm, string>>;
  /** Allows a file upload. */
  uploads?: boolean;
}

/** The contacts of a run: all, by statements, selected or uploaded, with a live count and a sample of ten (spec 2 §2.6). */
export function RunContacts({ form, change, issues, uploads = false }: Props) {
  const id = useId();
  return (
    <Input.Wrapper label="Contacts" labelElement="div" labelProps={{ id }}>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        mt={4}
        mb={12}
        data={[
          { value: "all", label: "All" },
          { value: "statements", label: "By statements" },
          { value: "picked", label: "Selected" },
          ...(uploads ? [{ value: "upload", label: "Upload" }] : []),
        ]}
        value={form.who}
        onChange={(who) => change({ who: who as ContactsDraft["who"] })}
      />
      {form.who === "statements" && (
        <ContactStatements
          statements={form.statements}
          onChange={(statements) => change({ statements })}
          error={issues.statements}
        />
      )}
      {form.who === "upload" && <UploadContacts upload={form.upload} change={change} error={issues.uploadTag} />}
      {form.who === "picked" ? (
        <PickContacts
          contactIds={form.contactIds}
          onChange={(contactIds) => change({ contactIds })}
          error={issues.contactIds}
        />
      ) : form.who === "upload" && form.uploadTag === null ? null : (
        <Count form={form} />
      )}
    </Input.Wrapper>
  );
}

/** A live count of the contacts and a sample of ten. Large counts continue in the background. */
function Count({ form }: { form: ContactsDraft }) {
  const [isOpen, setOpen] = useState(false);
  const selection = selectionOf(form);
  const text = JSON.stringify("statements" in selection ? selection.statements : []);
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
            ? "The contacts could not be counted."
            : count === undefined
              ? "Counting…"
              : hasNextPage
                ? `${plural(count, "contact")} so far, counting…`
                : plural(count, "contact")}
        </Text>
        <Button size="compact-xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide sample" : "Show a sample"}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>{isOpen ? <Sample statements={settled} /> : null}</Collapse>
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
