import { Button, List, Select, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { numberSetRoutes } from "@trunkline/contract/numbers/number.ts";
import { fillBlanks, type LibraryWorkflow, needsOf } from "@trunkline/workflow/library/libraryWorkflow.ts";
import { countSegments } from "@trunkline/workflow/parts/text/segments.ts";
import { useState } from "react";
import { notAllowed, useMay, useMe } from "../../../api/me.ts";
import { listOf } from "../../../api/queries.ts";
import { paths } from "../../../paths.ts";
import { ReasonButton } from "../../../ui/form/ReasonButton.tsx";
import { later } from "../../../ui/page/lazyPart.tsx";
import { Page } from "../../../ui/page/Page.tsx";
import { download } from "../../../ui/table/csv.ts";
import { plural } from "../../../ui/text/formatFigure.ts";
import { DrawingFrame } from "../editor/DrawingFrame.tsx";
import { blankProblem } from "./blankProblem.ts";
import classes from "./Library.module.css";
import { useLibraryWorkflow } from "./useLibraryWorkflow.ts";

const LibraryDrawing = later(async () => (await import("./LibraryDrawing.tsx")).LibraryDrawing, {
  shape: <DrawingFrame />,
  frame: (words) => <DrawingFrame>{words}</DrawingFrame>,
});

/** One workflow of the library: its drawing, its texts, what it needs, and the form that makes it the account's own. */
export function LibraryWorkflowPage({ chosen }: { chosen: LibraryWorkflow }) {
  const { account } = useMe();
  const mayEdit = useMay()("workflow-edit");
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(
    () => new Map(chosen.blanks.map(({ label, is }) => [label, is === "business" ? account.name : ""])),
  );
  const [numberSet, setNumberSet] = useState<string | null>(null);
  const [isTouched, setTouched] = useState(false);
  const { create, isBusy } = useLibraryWorkflow();
  const bundle = fillBlanks(chosen, texts);
  const problems = chosen.blanks.map((blank) => blankProblem(blank, texts.get(blank.label) ?? ""));
  const submit = () => {
    setTouched(true);
    if (problems.every((problem) => problem === undefined)) void create(bundle, numberSet);
  };
  return (
    <Page
      title={chosen.title}
      purpose={chosen.summary}
      crumbs={[
        { label: "Workflows", to: paths.campaigns },
        { label: "Workflow library", to: paths.library },
      ]}
    >
      <div className={classes["detail"]}>
        <Stack gap={24} miw={0}>
          <LibraryDrawing bundle={bundle} />
          <Texts bundle={bundle} />
        </Stack>
        <form
          className={classes["use"]}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Facts chosen={chosen} />
          {chosen.blanks.map((blank, index) => (
            <TextInput
              key={blank.label}
              label={blank.label}
              description={blank.help}
              placeholder={blank.text}
              withAsterisk
              value={texts.get(blank.label) ?? ""}
              onChange={(event) => setTexts(new Map(texts).set(blank.label, event.currentTarget.value))}
              error={isTouched ? problems[index] : undefined}
            />
          ))}
          {chosen.bundle.numberSetName === undefined ? null : (
            <NumberSetField name={chosen.bundle.numberSetName} value={numberSet} onChange={setNumberSet} />
          )}
          <ReasonButton type="submit" fullWidth loading={isBusy} reason={mayEdit ? undefined : notAllowed}>
            Use this workflow
          </ReasonButton>
          <Text size="xs" c="dimmed">
            It becomes a workflow of your own, with its templates, and opens in the editor. Nothing is sent until you
            {chosen.type === "Inbound" ? " choose its numbers." : " run it."}
          </Text>
        </form>
      </div>
    </Page>
  );
}

function Facts({ chosen }: { chosen: LibraryWorkflow }) {
  const saveContacts = () => download(`${chosen.title} sample contacts.csv`, `${chosen.contacts.join("\n")}\n`);
  return (
    <>
      <div>
        <Title order={2} fz={14}>
          How to start it
        </Title>
        <Text size="sm">{chosen.start}</Text>
      </div>
      <div>
        <Title order={2} fz={14}>
          What it needs
        </Title>
        <List size="sm" spacing={2}>
          {needsOf(chosen).map((need) => (
            <List.Item key={need}>{need}</List.Item>
          ))}
          {(chosen.bundle.customFields ?? []).length === 0 ? null : (
            <List.Item>{`Custom fields, which are created: ${chosen.bundle.customFields?.join(", ")}`}</List.Item>
          )}
        </List>
      </div>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} />}
        style={{ alignSelf: "flex-start" }}
        onClick={saveContacts}
      >
        Download sample contacts
      </Button>
    </>
  );
}

function NumberSetField({
  name,
  value,
  onChange,
}: {
  name: string;
  value: string | null;
  onChange: (id: string | null) => void;
}) {
  const sets = useQuery(listOf(numberSetRoutes.list));
  // a set of the same name is used on import without a choice
  const same = sets.data?.find((one) => one.name.toLowerCase() === name.toLowerCase());
  return (
    <Select
      label="Number Set"
      description="Its texts and calls come from these numbers. You can choose it later in the Start node."
      placeholder={sets.isError ? "Number sets could not be loaded" : (same?.name ?? "Choose")}
      nothingFoundMessage="No number sets yet"
      data={(sets.data ?? []).map((one) => ({ value: one.numberSetId, label: one.name }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
    />
  );
}

/** Everything that contacts receive, with the user's own words filled in. */
function Texts({ bundle: { templates = [], emailTemplates = [] } }: { bundle: LibraryWorkflow["bundle"] }) {
  if (templates.length + emailTemplates.length === 0) return null;
  return (
    <section aria-label="Texts">
      <Title order={2} fz={16} mb={8}>
        Texts
      </Title>
      <dl className={classes["texts"]}>
        {templates.map(({ templateId, templateTitle, templateText }) => (
          <div key={templateId}>
            <dt>{templateTitle}</dt>
            <dd>
              {templateText}
              <Text size="xs" c="dimmed" mt={4}>
                {`${plural(countSegments(templateText), "segment")} as written`}
              </Text>
            </dd>
          </div>
        ))}
        {emailTemplates.map(({ templateId, templateTitle, subject, text }) => (
          <div key={templateId}>
            <dt>{`${templateTitle} (e-mail)`}</dt>
            <dd>
              <b>{subject}</b>
              {`\n${text}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
