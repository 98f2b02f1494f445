import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { accountRoutes } from "@trunkline/contract/identity/account.ts";
import { type FormEvent, useMemo, useState } from "react";
import { oneOf } from "../../api/queries.ts";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { readCustomFields, type Variable, variablesOf } from "./templateDraft.ts";

/** Submits the form of a template, asks before unsaved changes are left, and knows the variables that it can use. */
export function useTemplateForm<Draft extends object>(
  form: UseFormReturnType<Draft>,
  /** Resolves to whether it was saved. */
  save: (draft: Draft) => Promise<boolean>,
): {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  isSaving: boolean;
  problems: string[];
  variables: Variable[];
} {
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [isRefused, setRefused] = useState(false);
  const configuration = useQuery(oneOf(accountRoutes.configuration));
  const variables = useMemo(
    () => variablesOf(readCustomFields(configuration.data?.custom_fields)),
    [configuration.data],
  );
  useLeavePrompt(form.isDirty() && state === "editing");
  const submit = form.onSubmit(
    async (draft) => {
      setRefused(false);
      setState("saving");
      setState((await save(draft as Draft)) ? "saved" : "editing");
    },
    () => setRefused(true),
  );
  return {
    submit,
    isSaving: state === "saving",
    problems: isRefused ? [...new Set(Object.values(form.errors).map(String))] : [],
    variables,
  };
}
