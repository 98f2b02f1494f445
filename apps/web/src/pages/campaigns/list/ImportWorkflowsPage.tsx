import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type BundleChoices, type BundleReport, bundleRoutes } from "@trunkline/contract/workflows/bundle.ts";
import { useState } from "react";
import { callOne, type Item } from "../../../api/call.ts";
import { notAllowed, useMay } from "../../../api/me.ts";
import { useRefresh } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { DropFile } from "../../../ui/form/DropFile.tsx";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { PathLink } from "../../../ui/page/PathLink.tsx";
import { messagesOfFailure, toastError, toastSuccess } from "../../../ui/page/toast.tsx";
import { plural } from "../../../ui/text/formatFigure.ts";
import { BundleItems } from "./BundleItems.tsx";
import { ConversionReport } from "./ConversionReport.tsx";
import { type BundleFile, readBundleFile } from "./readBundleFile.ts";

type ImportedBundle = Item<typeof bundleRoutes.import>;

/** Imports workflows from a file after a preview with choices for missing items (readings, Requests of our pages). */
export function ImportWorkflowsPage() {
  const [file, setFile] = useState<BundleFile | null>(null);
  const [imported, setImported] = useState<ImportedBundle | null>(null);
  const mayEdit = useMay()("workflow-edit");
  const startOver = () => {
    setFile(null);
    setImported(null);
  };
  return (
    <Page
      title="Import workflows"
      purpose="Upload an exported file with workflows and the templates, webhooks and assets they use, a flow of Twilio Studio, or an export of TextIt or RapidPro."
      crumbs={[{ label: "Workflows", to: paths.campaigns }]}
    >
      {imported ? (
        <Imported imported={imported} startOver={startOver} />
      ) : !mayEdit ? (
        <Alert color="yellow">{notAllowed}</Alert>
      ) : file ? (
        <Check key={file.name} file={file} back={startOver} onImported={setImported} />
      ) : (
        <ChooseBundle onChosen={setFile} />
      )}
    </Page>
  );
}

function ChooseBundle({ onChosen }: { onChosen: (file: BundleFile) => void }) {
  const [isReading, setReading] = useState(false);
  const readFile = async (file: File) => {
    setReading(true);
    try {
      onChosen(await readBundleFile(file));
    } catch (problem) {
      toastError("Error reading file", problem, "bundle");
    } finally {
      setReading(false);
    }
  };
  return (
    <DropFile
      icon={IconFileImport}
      label="Workflow file"
      title="Drop a workflow file here, or click to choose"
      help="Files of Trunkline, Twilio Studio (flow JSON) and TextIt or RapidPro (flow export). You can review all changes before anything is saved."
      busy={isReading}
      onFile={(file) => void readFile(file)}
    />
  );
}

/** The preview of an import, updated after each choice. */
function Check({
  file,
  back,
  onImported,
}: {
  file: BundleFile;
  back: () => void;
  onImported: (imported: ImportedBundle) => void;
}) {
  const [choices, setChoices] = useState<BundleChoices>({});
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const body = { ...file.bundle, choices };
  const report = useQuery({
    // the file name, because the content would make a key of megabytes
    queryKey: ["bundle", file.name, choices],
    queryFn: () => callOne(bundleRoutes.checkImport, { body }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const run = async () => {
    setBusy(true);
    try {
      const imported = await callOne(bundleRoutes.import, { body });
      await refresh("/v4/");
      toastSuccess("Created workflow", imported.campaignName);
      onImported(imported);
    } catch (problem) {
      toastError("Error creating workflow", problem);
      void report.refetch();
    } finally {
      setBusy(false);
    }
  };
  const other = (
    <Button variant="default" onClick={back}>
      Choose another file
    </Button>
  );
  if (report.isError)
    return (
      <Stack gap={16} maw={720}>
        <Alert color="red" role="alert" title={`Could not import ${file.name}. Nothing was changed.`}>
          <Messages of={messagesOfFailure(report.error)} />
        </Alert>
        <Group gap={8}>
          {other}
          <Button variant="subtle" color="gray" onClick={() => void report.refetch()}>
            Retry
          </Button>
        </Group>
      </Stack>
    );
  if (report.data === undefined)
    return (
      <Stack gap={8} maw={960} aria-busy aria-label="Reading the file">
        {["a", "b", "c", "d", "e"].map((line) => (
          <Skeleton key={line} height={36} radius="sm" />
        ))}
      </Stack>
    );
  const { items, problems, notes } = report.data;
  const choose = (kind: string, name: string, id: string | null) =>
    setChoices((before) => {
      const { [name]: _, ...rest } = before[kind as keyof BundleChoices] ?? {};
      return { ...before, [kind]: id === null ? rest : { ...rest, [name]: id } };
    });
  return (
    <Stack gap={16} maw={1080} aria-busy={report.isFetching || undefined}>
      <Title order={2} fz={16}>{`Contents of ${file.name}`}</Title>
      {problems.length > 0 ? (
        <Alert color="red" title="This file cannot be imported yet">
          <Messages
            of={problems.map((one) => (one.workflow === null ? one.message : `${one.workflow}: ${one.message}`))}
          />
        </Alert>
      ) : null}
      {notes.length > 0 ? (
        <Alert color="yellow" title="Notes">
          <Messages of={notes} />
        </Alert>
      ) : null}
      {file.converted ? <ConversionReport {...file.converted} /> : null}
      {file.converted ? (
        <Title order={2} fz={16}>
          What is created
        </Title>
      ) : null}
      <BundleItems items={items} choices={choices} choose={choose} />
      <Group gap={8}>
        <ReasonButton reason={whyNot(report.data)} loading={isBusy} onClick={() => void run()}>
          {`Import ${plural(items.filter(isWorkflow).length, "workflow")}`}
        </ReasonButton>
        {other}
      </Group>
    </Stack>
  );
}

const isWorkflow = ({ kind, choice }: BundleReport["items"][number]): boolean =>
  (kind === "workflow" && choice === null) || kind === "inbound";

function whyNot({ items, problems }: BundleReport): string | undefined {
  if (items.some(({ outcome, required }) => outcome === "missing" && required))
    return "Choose replacements for missing items first.";
  return problems.length > 0 ? "Fix the problems above first." : undefined;
}

const Messages = ({ of }: { of: readonly string[] }) => (
  <List size="sm" spacing={4}>
    {of.map((message) => (
      <List.Item key={message}>{message}</List.Item>
    ))}
  </List>
);

/** The imported items with links. */
const Imported = ({ imported, startOver }: { imported: ImportedBundle; startOver: () => void }) => (
  <Stack gap={16} maw={1080} role="status">
    <Title order={2} fz={16}>
      Imported
    </Title>
    <Text c="dimmed">Everything is saved. Items that need attention are listed first.</Text>
    <BundleItems items={imported.items} />
    <Group gap={8}>
      <Button
        component={PathLink}
        to={
          imported.campaignId === null
            ? paths.editInbound(imported.campaignName)
            : paths.editCampaign(imported.campaignId)
        }
      >
        Open workflow
      </Button>
      <Button variant="default" onClick={startOver}>
        Import another file
      </Button>
    </Group>
  </Stack>
);
