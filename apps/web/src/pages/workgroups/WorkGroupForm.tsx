import { Stack, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { workGroupBody } from "@trunkline/contract/agents/workgroup.ts";
import { useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { paths } from "../../paths.ts";
import { CallbackField } from "../../ui/form/CallbackField.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { type TargetDraft, TargetFields } from "../../ui/form/TargetFields.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { Distribution, type DistributionDraft } from "./Distribution.tsx";
import { type Member, Members } from "./Members.tsx";

export interface WorkGroupDraft extends DistributionDraft, TargetDraft {
  name: string;
  members: Member[];
  callbackOffer: boolean | null;
}

/** Name and members of a work group; `save` resolves to whether it was saved. */
export function WorkGroupForm({
  initial,
  routedBy,
  save,
}: {
  initial: WorkGroupDraft;
  /** Workflows that route callers to it by name. */
  routedBy: readonly string[];
  save: (draft: WorkGroupDraft) => Promise<boolean>;
}) {
  const form = useForm<WorkGroupDraft>({
    initialValues: initial,
    validate: schemaResolver(workGroupBody, { sync: true }),
    validateInputOnBlur: ["name"],
  });
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const [isRefused, setRefused] = useState(false);
  const mayAdmin = useMay()("user-admin");
  useLeavePrompt(form.isDirty() && state === "editing");
  const submit = form.onSubmit(
    async (draft) => {
      setRefused(false);
      setState("saving");
      setState((await save(draft)) ? "saved" : "editing");
    },
    () => setRefused(true),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        <FormProblems problems={isRefused ? [...new Set(Object.values(form.errors).map(String))] : []} />
        <TextInput
          label="Name"
          required
          maxLength={72}
          disabled={!mayAdmin || routedBy.length > 0}
          description={
            routedBy.length > 0
              ? `The name can't be changed because callers are routed to it by ${routedBy.join(", ")}.`
              : undefined
          }
          {...form.getInputProps("name")}
        />
        <Members
          members={form.values.members}
          disabled={!mayAdmin}
          errorOf={(index) => form.errors[`members.${index}.weight`]}
          onChange={(members) => form.setFieldValue("members", members)}
        />
        <Distribution
          draft={form.values}
          disabled={!mayAdmin}
          errorOf={(field) => form.errors[field]}
          onChange={(field, value) => form.setValues({ [field]: value })}
          onLeave={(field) => form.validateField(field)}
        />
        <TargetFields
          draft={form.values}
          disabled={!mayAdmin}
          errorOf={(field) => form.errors[field]}
          onChange={(field, value) => form.setFieldValue(field, value)}
          onLeave={(field) => form.validateField(field)}
        />
        <CallbackField
          value={form.values.callbackOffer}
          disabled={!mayAdmin}
          onChange={(offer) => form.setFieldValue("callbackOffer", offer)}
        />
        <FormActions
          saving={state === "saving"}
          reason={mayAdmin ? undefined : notAllowed}
          cancelTo={paths.workGroups}
        />
      </Stack>
    </form>
  );
}
