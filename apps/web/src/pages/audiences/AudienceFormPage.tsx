import { Input, Skeleton, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Audience, audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { newStatement, type StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { type FormEvent, useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { refusedFields } from "../../fields/refusedFields.ts";
import { ContactCount } from "../../fields/run/ContactCount.tsx";
import { ContactStatements } from "../../fields/run/ContactStatements.tsx";
import { draftsOf, isComplete, readStatements, statementsOf } from "../../fields/run/runRequest.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import classes from "./AudienceFormPage.module.css";

/** Creates or edits an audience (decision 0095). */
export function AudienceFormPage() {
  const audienceId = usePathPart("audienceId");
  return (
    <Page
      title={audienceId === undefined ? "Create Audience" : "Edit Audience"}
      purpose="A run or schedule contacts everyone who matches when it starts."
      crumbs={[{ label: "Audiences", to: paths.audiences }]}
    >
      {audienceId === undefined ? <NewAudience /> : <SavedAudience key={audienceId} audienceId={audienceId} />}
    </Page>
  );
}

/** Starts with the statements of the address: the filters of the contacts page. */
function NewAudience() {
  const [address] = useAddress();
  const statements = readStatements(address["statements"]);
  return <Form initial={{ name: "", statements: statements.length > 0 ? statements : [newStatement] }} />;
}

function SavedAudience({ audienceId }: { audienceId: string }) {
  const found = useQuery({ ...oneOf(audienceRoutes.find, { params: { audienceId } }), refetchOnWindowFocus: false });
  if (found.isError)
    return <ErrorState title="Error loading audience" problem={found.error} retry={() => found.refetch()} />;
  if (found.isPending)
    return (
      <Stack gap={16} aria-busy role="status" aria-label="Loading">
        <Skeleton height={36} />
        <Skeleton height={120} />
      </Stack>
    );
  return <Form initial={draftOf(found.data)} audienceId={audienceId} />;
}

interface Draft {
  name: string;
  statements: StatementDraft[];
}

const draftOf = ({ name, statements }: Audience): Draft => ({ name, statements: draftsOf(statements) });

function Form({ initial, audienceId }: { initial: Draft; audienceId?: string }) {
  const [draft, setDraft] = useState(initial);
  const [isTried, setTried] = useState(false);
  const { save, state, refused, forget } = useSave(audienceId);
  const mayAdmin = useMay()("contact-admin");
  useLeavePrompt(draft !== initial && state === "editing");
  const nameIssue = draft.name.trim() === "" ? "Name is required" : undefined;
  const issue = draft.statements.every(isComplete) ? undefined : "Complete or remove every statement";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (nameIssue === undefined && issue === undefined) void save(draft);
  };
  return (
    <form onSubmit={submit} noValidate className={classes["form"]}>
      <Stack gap={24}>
        <TextInput
          label="Name"
          withAsterisk
          maxLength={100}
          disabled={!mayAdmin}
          value={draft.name}
          onChange={(event) => {
            forget();
            setDraft({ ...draft, name: event.currentTarget.value });
          }}
          error={(isTried ? nameIssue : undefined) ?? refused["name"]}
        />
        <Input.Wrapper
          label="Contacts"
          description="A contact must match every statement."
          inputWrapperOrder={["label", "description", "input"]}
          labelElement="div"
        >
          <div style={{ marginTop: 8 }}>
            <ContactStatements
              statements={draft.statements}
              onChange={(statements) => {
                forget();
                setDraft({ ...draft, statements });
              }}
              error={(isTried ? issue : undefined) ?? refused["statements"]}
            />
          </div>
        </Input.Wrapper>
      </Stack>
      <section className={classes["matching"]} aria-label="Matching contacts">
        <Title order={2}>Matching contacts</Title>
        <Matching statements={draft.statements} />
      </section>
      <div className={classes["actions"]}>
        <FormActions
          saving={state === "saving"}
          reason={mayAdmin ? undefined : notAllowed}
          cancelTo={paths.audiences}
        />
      </div>
    </form>
  );
}

/** How many contacts match. Without a complete statement everyone would, which no audience is. */
function Matching({ statements }: Pick<Draft, "statements">) {
  const complete = statementsOf(statements);
  if (complete.length > 0) return <ContactCount statements={complete} withSample />;
  return (
    <Text size="sm" c="dimmed" mt={8}>
      Complete a statement to see how many contacts match, and ten of them.
    </Text>
  );
}

function useSave(audienceId: string | undefined) {
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [refused, setRefused] = useState<Record<string, string>>({});
  const refresh = useRefresh();
  const go = useGo();
  const save = async (draft: Draft) => {
    const body = { name: draft.name, statements: statementsOf(draft.statements) };
    setState("saving");
    try {
      if (audienceId === undefined) await callOne(audienceRoutes.create, { body });
      else await callOne(audienceRoutes.update, { params: { audienceId }, body });
    } catch (problem) {
      toastError("Error saving audience", problem);
      setRefused(refusedFields(problem));
      setState("editing");
      return;
    }
    setState("saved");
    toastSuccess("Audience saved", body.name);
    void refresh(audienceRoutes.list.path);
    setTimeout(() => go(paths.audiences));
  };
  return { save, state, refused, forget: () => setRefused({}) };
}
