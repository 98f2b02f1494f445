import { MultiSelect, Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { liveListBody } from "@trunkline/contract/agents/livelist.ts";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import { type ReactNode, useState } from "react";
import { useMe, viewersChangeNothing } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { CallbackField } from "../../ui/form/CallbackField.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { type TargetDraft, TargetFields } from "../../ui/form/TargetFields.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";

export interface LiveListDraft extends TargetDraft {
  listName: string;
  clientIds: string[];
  callbackOffer: boolean | null;
}

/** Name and users of a live list. The name can't be changed later (spec 3 §4). `save` resolves to whether it was saved. */
export function LiveListForm(props: {
  initial: LiveListDraft;
  isNew: boolean;
  save: (draft: LiveListDraft) => Promise<boolean>;
}) {
  const form = useForm<LiveListDraft>({
    initialValues: props.initial,
    validate: schemaResolver(liveListBody, { sync: true }),
    validateInputOnBlur: ["listName"],
  });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [isRefused, setRefused] = useState(false);
  const mayEdit = useMe().role !== "viewer";
  useLeavePrompt(form.isDirty() && state === "editing");
  const submit = form.onSubmit(
    async (draft) => {
      setRefused(false);
      setState("saving");
      setState((await props.save({ ...draft, listName: draft.listName.trim() })) ? "saved" : "editing");
    },
    () => setRefused(true),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <FormProblems problems={isRefused ? Object.values(form.errors).map(String) : []} />
        <TextInput
          label="List Name"
          required
          maxLength={72}
          disabled={!props.isNew || !mayEdit}
          description={
            props.isNew
              ? "Lowercase letters, digits and hyphens, such as front-desk."
              : "The name can't be changed because workflows and menus route callers by it."
          }
          {...form.getInputProps("listName")}
        />
        <Users
          disabled={!mayEdit}
          value={form.values.clientIds}
          error={form.errors["clientIds"]}
          onChange={(clientIds) => form.setFieldValue("clientIds", clientIds)}
        />
        <TargetFields
          draft={form.values}
          disabled={!mayEdit}
          errorOf={(field) => form.errors[field]}
          onChange={(field, value) => form.setFieldValue(field, value)}
          onLeave={(field) => form.validateField(field)}
        />
        <CallbackField
          value={form.values.callbackOffer}
          disabled={!mayEdit}
          onChange={(offer) => form.setFieldValue("callbackOffer", offer)}
        />
        <FormActions
          saving={state === "saving"}
          reason={mayEdit ? undefined : viewersChangeNothing}
          cancelTo={paths.liveLists}
        />
      </Stack>
    </form>
  );
}

function Users(input: {
  disabled: boolean;
  value: string[];
  error: ReactNode;
  onChange: (clientIds: string[]) => void;
}) {
  const users = useQuery(listOf(userRoutes.list));
  if (users.isError && !users.data)
    return <ErrorState title="Error loading users" problem={users.error} retry={() => users.refetch()} />;
  const active = (users.data ?? []).filter(({ state }) => state === "active");
  return (
    <MultiSelect
      label="Users"
      description="All of them see the waiting callers. Without users, no one can answer."
      placeholder={input.value.length === 0 ? "Choose users" : ""}
      searchable
      clearable
      hidePickedOptions
      aria-busy={users.isPending || undefined}
      nothingFoundMessage="No matching users"
      data={active.map(({ userId, firstName, lastName }) => ({
        value: userId,
        label: `${firstName} ${lastName}`.trim(),
      }))}
      {...input}
    />
  );
}
