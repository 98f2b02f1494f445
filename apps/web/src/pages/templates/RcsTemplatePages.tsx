import { Skeleton, Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { rcsRoutes } from "@trunkline/contract/templates/rcs.ts";
import { mapTexts } from "@trunkline/workflow/parts/rcs/rcsMessage.ts";
import { rcsOrigins, shortenRcs } from "@trunkline/workflow/parts/rcs/shortenRcs.ts";
import { sampleCode } from "@trunkline/workflow/parts/text/links.ts";
import { type FormEvent, useMemo, useState } from "react";
import { callOne } from "../../api/call.ts";
import { useLinkBase } from "../../api/links.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import type { AnyField, Draft, FieldLists } from "../../fields/formContext.ts";
import { NodeForm } from "../../fields/NodeForm.tsx";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { Phone } from "../../ui/text/Phone.tsx";
import { RcsBubble } from "../../ui/text/RcsBubble.tsx";
import { emptyRcs, type RcsDraft, rcsFields, rcsIssues, readRcs, writeRcs } from "./rcsDraft.ts";
import classes from "./TemplateForm.module.css";
import { previewOf, readCustomFields, variablesOf } from "./templateDraft.ts";

const crumbs = [
  { label: "Message Templates", to: paths.templates },
  { label: "RCS messages", to: paths.rcs },
];

/** Creates an RCS message. */
export function CreateRcsPage() {
  return (
    <Page title="Create RCS message" purpose="Variables are filled in for each contact." crumbs={crumbs}>
      <RcsForm initial={emptyRcs} isNew />
    </Page>
  );
}

/** Edits an RCS message. */
export function EditRcsPage() {
  const templateKey = usePathPart("templateKey") ?? "";
  const template = useQuery({
    ...oneOf(rcsRoutes.findTemplate, { params: { templateKey } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Page title="Edit RCS message" purpose="Workflows that use it will send the new content." crumbs={crumbs}>
      {template.isError ? (
        <ErrorState title="Error loading RCS message" problem={template.error} retry={() => template.refetch()} />
      ) : template.isPending || !template.isFetchedAfterMount ? (
        <Stack gap={16} maw={720} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={240} />
        </Stack>
      ) : (
        <RcsForm initial={readRcs(templateKey, template.data.content)} isNew={false} />
      )}
    </Page>
  );
}

function RcsForm({ initial, isNew }: { initial: RcsDraft; isNew: boolean }) {
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [isRefused, setRefused] = useState(false);
  const lists = useLists();
  const refresh = useRefresh();
  const go = useGo();
  const mayEdit = useMay()("workflow-edit");
  const issues = rcsIssues(draft);
  useLeavePrompt(draft !== initial && state === "editing");
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefused(issues.length > 0);
    if (issues.length > 0 || state !== "editing") return;
    setState("saving");
    const { templateKey } = draft;
    const content = writeRcs(draft);
    try {
      if (isNew) await callOne(rcsRoutes.createTemplate, { body: { templateKey, content } });
      else await callOne(rcsRoutes.updateTemplate, { params: { templateKey }, body: { content } });
    } catch (problem) {
      toastError("Error saving RCS message", problem);
      setState("editing");
      return;
    }
    setState("saved");
    toastSuccess("RCS message saved", templateKey);
    void refresh("/v4/rcs/template/");
    go(paths.rcs);
  };
  return (
    <div className={classes["columns"]}>
      <form onSubmit={(event) => void submit(event)} noValidate className={classes["form"]}>
        <Stack gap={16}>
          <NodeForm
            fields={rcsFields(isNew) as readonly unknown[] as readonly AnyField[]}
            draft={draft as unknown as Draft}
            onChange={(next) => setDraft(next as unknown as RcsDraft)}
            issues={issues}
            lists={lists}
            showAll={isRefused}
            readOnly={!mayEdit}
          />
          <FormActions saving={state === "saving"} reason={mayEdit ? undefined : notAllowed} cancelTo={paths.rcs} />
        </Stack>
      </form>
      <Preview draft={draft} />
    </div>
  );
}

/** Preview for a sample contact, on wide screens. */
function Preview({ draft }: { draft: RcsDraft }) {
  const agents = useQuery(listOf(rcsRoutes.agents));
  const hasRoom = useMediaQuery("(min-width: 48em)", true, { getInitialValueInEffect: false });
  const base = useLinkBase();
  if (!hasRoom) return null;
  const written = writeRcs(draft);
  const shown = shortenRcs(mapTexts(written, previewOf), rcsOrigins(written) ?? [], base, () => sampleCode).content;
  const agent = agents.data?.[0]?.name ?? "Your agent";
  return (
    <aside className={classes["preview"]} aria-label="Preview">
      <Phone kind="android" title={agent} label="Preview of the message">
        <RcsBubble content={shown} agent={agent} />
      </Phone>
    </aside>
  );
}

/** These forms need no lists except variables. */
function useLists(): FieldLists {
  const configuration = useQuery(oneOf(accountRoutes.configuration));
  return useMemo(() => {
    const variables = variablesOf(readCustomFields(configuration.data?.custom_fields));
    return {
      options: (source) =>
        source === "variables" ? variables.map(({ name, note }) => ({ value: name, label: name, note })) : undefined,
      paths: () => [],
      flag: () => true,
    };
  }, [configuration.data]);
}
