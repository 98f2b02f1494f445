import { Alert, Button, Group, Radio, Select, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { contactRoutes, importFields } from "@trunkline/contract/contacts/contact.ts";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { useEffect, useRef, useState } from "react";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { upload } from "../../api/upload.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { Progress } from "../../ui/page/Progress.tsx";
import { messageOfFailure } from "../../ui/page/toast.tsx";
import { fieldLabel } from "../fieldLabel.ts";
import { type CsvHead, customName, guessMapping, leaveOut, mappingProblem } from "./csvHead.ts";
import classes from "./MapColumns.module.css";
import { type ImportMarks, MarkContacts, problemOfMarks, queryOfMarks } from "./MarkContacts.tsx";

export interface ChosenFile {
  file: File;
  head: CsvHead;
}
type Duplicates = "update" | "skip";

interface Props {
  file: ChosenFile;
  back: () => void;
  onTaken: (id: string) => void;
  /** A tag for all contacts in the file. Existing contacts are then always updated. */
  tag?: string;
}

/** Maps columns to fields and starts the import. */
export function MapColumns({ file: { file, head }, back, onTaken, tag }: Props) {
  const account = useQuery({ ...oneOf(accountRoutes.find), staleTime: 60_000 });
  const customFields = account.data?.customFields ?? [];
  const [chosen, setChosen] = useState<Readonly<Record<number, string>>>({});
  const [duplicates, setDuplicates] = useState<Duplicates>("update");
  const [marks, setMarks] = useState<ImportMarks>({ audience: "", consentSource: "" });
  const mapping = guessMapping(head.headers, customFields).map((guess, index) => chosen[index] ?? guess);
  const problem = mappingProblem(mapping) ?? problemOfMarks(marks);
  const { start, stop, sent, failure } = useUpload(file, onTaken);
  if (sent !== undefined) {
    return (
      <Stack gap={16} maw={720}>
        <Title order={2}>{`Sending ${file.name}`}</Title>
        <Progress wide done={sent} total={file.size} label={`Upload of ${file.name}`} note="bytes" />
        <Text c="dimmed">Stay on this page until the upload is complete.</Text>
        <Group>
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack gap={24} maw={960}>
      {failure === undefined ? null : (
        <Alert color="red" role="alert" title="The file was not imported. Nothing was changed.">
          {messageOfFailure(failure)}
        </Alert>
      )}
      <Stack gap={8}>
        <Title order={2}>{`Columns of ${file.name}`}</Title>
        <Mapping
          head={head}
          mapping={mapping}
          customFields={customFields}
          onChoose={(index, field) => setChosen({ ...chosen, [index]: field })}
        />
      </Stack>
      {tag === undefined ? (
        <Radio.Group
          label="Existing contacts"
          description="Contacts are matched by phone"
          inputWrapperOrder={["label", "description", "input", "error"]}
          value={duplicates}
          onChange={(value) => setDuplicates(value as Duplicates)}
        >
          <Stack gap={8} mt={8}>
            <Radio value="update" label="Update them from the file" />
            <Radio value="skip" label="Skip them" />
          </Stack>
        </Radio.Group>
      ) : (
        <Text size="sm" c="dimmed">
          {`Existing contacts are updated from the file. All contacts in it get the tag ${tag}.`}
        </Text>
      )}
      <MarkContacts marks={marks} change={setMarks} takesAudience={tag === undefined} />
      <Group gap={8}>
        <ReasonButton
          reason={problem}
          onClick={() =>
            start({ duplicates, mapping: mappingOf(head, mapping), ...(tag && { tag }), ...queryOfMarks(marks) })
          }
        >
          Import
        </ReasonButton>
        <Button variant="default" onClick={back}>
          Choose another file
        </Button>
        {problem ? (
          <Text size="sm" c="var(--waits)" role="status">
            {problem}
          </Text>
        ) : null}
      </Group>
    </Stack>
  );
}

const mappingOf = ({ headers }: CsvHead, mapping: readonly string[]): string =>
  JSON.stringify(
    Object.fromEntries(
      headers.flatMap((header, index) => (header === "" ? [] : [[header, mapping[index] ?? leaveOut]])),
    ),
  );

interface MappingProps {
  head: CsvHead;
  mapping: readonly string[];
  customFields: readonly string[];
  onChoose: (index: number, field: string) => void;
}

function Mapping({ head, mapping, customFields, onChoose }: MappingProps) {
  return (
    <div className={classes["columns"]}>
      <Table fz={13} verticalSpacing={8} aria-label="Columns of the file">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th className={classes["values"]}>First values</Table.Th>
            <Table.Th className={classes["target"]}>Field</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {head.headers.map((header, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file may have two columns of one name
            <Table.Tr key={index}>
              <Table.Th scope="row">
                {header || `Column ${index + 1}`}
                <span className={classes["under"]}>{firstValues(head, index)}</span>
              </Table.Th>
              <Table.Td className={`${classes["values"]} ${classes["sample"]}`}>{firstValues(head, index)}</Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={`Field of ${header || `column ${index + 1}`}`}
                  searchable
                  data={targetsOf(header, customFields, mapping[index])}
                  value={mapping[index] ?? leaveOut}
                  onChange={(field) => field && onChoose(index, field)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const firstValues = ({ rows }: CsvHead, index: number): string =>
  rows
    .map((row) => row[index] ?? "")
    .filter(Boolean)
    .slice(0, 3)
    .join(" · ") || "---";

function targetsOf(header: string, customFields: readonly string[], current: string | undefined) {
  const isNew = (name: string) =>
    name !== leaveOut && !customFields.includes(name) && !(importFields as readonly string[]).includes(name);
  const fresh = [...new Set([customName(header), ...(current ? [current] : [])])].filter(isNew);
  return [
    { group: "", items: [{ value: leaveOut, label: "Don't import" }] },
    { group: "Fields", items: importFields.map((name) => ({ value: name, label: fieldLabel(name) })) },
    {
      group: "Custom fields",
      items: [
        ...customFields.map((name) => ({ value: name, label: name })),
        ...fresh.map((name) => ({ value: name, label: `${name} (new)` })),
      ],
    },
  ];
}

interface Asked {
  duplicates: Duplicates;
  mapping: string;
  tag?: string;
  audience?: string;
  consentSource?: string;
}

function useUpload(file: File, onTaken: (id: string) => void) {
  const refresh = useRefresh();
  const [sent, setSent] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  const start = async (query: Asked) => {
    control.current = new AbortController();
    setFailure(undefined);
    setSent(0);
    try {
      const { id } = await upload(
        contactRoutes.import,
        { query: { ...query, fileName: file.name.slice(0, 200) } },
        file,
        { onSent: setSent, signal: control.current.signal },
      );
      await refresh("/v4/contact/import");
      onTaken(id);
    } catch (problem) {
      setSent(undefined);
      if (!(problem instanceof DOMException)) setFailure(problem);
    }
  };
  return {
    start: (query: Asked) => void start(query),
    stop: () => control.current?.abort(),
    sent,
    failure,
  };
}
