import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconFileImport } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BundleChoices, BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import { campaignRoutes } from "@trunkline/contract/workflows/campaign.ts";
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
import { type BundleFile, readBundleFile } from "./readBundleFile.ts";

type Made = Item<typeof campaignRoutes.import>;

/** Imports workflows from a file: choose, read what will happen, choose for what is missing, import (readings, Requests of our pages). */
export function ImportWorkflowsPage() {
  const [file, setFile] = useState<BundleFile | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const mayEdit = useMay()("workflow-edit");
  const again = () => {
    setFile(null);
    setMade(null);
  };
  return (
    <Page
      title="Import workflows"
      purpose="A file that was exported here or elsewhere: workflows with the templates, webhooks and files that they use."
      crumbs={[{ label: "Workflows", to: paths.campaigns }]}
    >
      {made ? (
        <Imported made={made} again={again} />
      ) : !mayEdit ? (
        <Alert color="yellow">{notAllowed}</Alert>
      ) : file ? (
        <Check key={file.name} file={file} back={again} onMade={setMade} />
      ) : (
        <ChooseBundle onChosen={setFile} />
      )}
    </Page>
  );
}

function ChooseBundle({ onChosen }: { onChosen: (file: BundleFile) => void }) {
  const [isReading, setReading] = useState(false);
  const take = async (file: File) => {
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
      title="Drop a workflow file here, or choose one"
      help="You see what will happen before anything is written."
      busy={isReading}
      onFile={(file) => void take(file)}
    />
  );
}

/** What would happen; asked again after each choice. */
function Check({ file, back, onMade }: { file: BundleFile; back: () => void; onMade: (made: Made) => void }) {
  const [choices, setChoices] = useState<BundleChoices>({});
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const body = { ...file.bundle, choices };
  const report = useQuery({
    // the file itself would be a key of megabytes
    queryKey: ["bundle", file.name, choices],
    queryFn: () => callOne(campaignRoutes.checkImport, { body }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
    staleTime: 0,
  });
  const run = async () => {
    setBusy(true);
    try {
      const made = await callOne(campaignRoutes.import, { body });
      await refresh("/v4/");
      toastSuccess("Created workflow", made.campaignName);
      onMade(made);
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
        <Alert color="red" role="alert" title={`${file.name} cannot be imported; nothing was changed`}>
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
      <Title order={2} fz={16}>{`What ${file.name} brings`}</Title>
      {problems.length > 0 ? (
        <Alert color="red" title="This cannot be imported yet">
          <Messages
            of={problems.map((one) => (one.workflow === null ? one.message : `${one.workflow}: ${one.message}`))}
          />
        </Alert>
      ) : null}
      {notes.length > 0 ? (
        <Alert color="yellow" title="Worth knowing">
          <Messages of={notes} />
        </Alert>
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
    return "Choose something for what is missing first.";
  return problems.length > 0 ? "The problems above keep it from being imported." : undefined;
}

const Messages = ({ of }: { of: readonly string[] }) => (
  <List size="sm" spacing={4}>
    {of.map((message) => (
      <List.Item key={message}>{message}</List.Item>
    ))}
  </List>
);

/** What was made, each with the way to it. */
const Imported = ({ made, again }: { made: Made; again: () => void }) => (
  <Stack gap={16} maw={1080} role="status">
    <Title order={2} fz={16}>
      Imported
    </Title>
    <Text c="dimmed">Everything is saved. What still needs a hand stands at the top.</Text>
    <BundleItems items={made.items} />
    <Group gap={8}>
      <Button
        component={PathLink}
        to={made.campaignId === null ? paths.editInbound(made.campaignName) : paths.editCampaign(made.campaignId)}
      >
        Open workflow
      </Button>
      <Button variant="default" onClick={again}>
        Import another file
      </Button>
    </Group>
  </Stack>
);
