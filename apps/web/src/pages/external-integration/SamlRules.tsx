import { Stack, Switch, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type Saml, samlRoutes, signOnRoles } from "@trunkline/contract/identity/saml.ts";
import { type FormEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { RightsFields } from "../../fields/RightsFields.tsx";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";

type Provider = NonNullable<Saml["provider"]>;
type SignOnRole = (typeof signOnRoles)[number];

const rulesOf = ({ required, unsolicited, createUsers, defaultRole, defaultPrivileges }: Provider) => ({
  required,
  unsolicited,
  createUsers,
  defaultRole,
  defaultPrivileges,
});

type Rules = ReturnType<typeof rulesOf>;

/** Who signs in by single sign-on, and who may still sign in without it. */
export function SamlRules({ provider, reason }: { provider: Provider; reason: string | undefined }) {
  const refresh = useRefresh();
  const saved = rulesOf(provider);
  const [rules, setRules] = useState(saved);
  const isDirty = JSON.stringify(rules) !== JSON.stringify(saved);
  useLeavePrompt(isDirty);
  const save = useMutation({
    mutationFn: () => call(samlRoutes.update, { body: rules }),
    onSuccess: async () => {
      toastSuccess("Single sign-on saved");
      await refresh("/v4/saml", "/auth/me");
    },
    onError: (problem) => toastError("Error saving single sign-on", problem),
  });
  const change = (part: Partial<Rules>) => setRules((before) => ({ ...before, ...part }));
  const submit = async () => {
    const isSure =
      !rules.required ||
      saved.required ||
      (await confirm({
        title: "Require single sign-on?",
        consequence:
          "Users other than owners can no longer sign in to this account with a password. Owners and API keys are not affected.",
        confirm: "Require",
        destructive: false,
      }));
    if (isSure) save.mutate();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
      aria-label="Rules"
    >
      <Stack gap={20}>
        <Title order={2}>Access</Title>
        <RuleFields provider={provider} rules={rules} change={change} isOff={reason !== undefined} />
        <FormActions saving={save.isPending} reason={reason ?? (isDirty ? undefined : "No changes to save")} />
      </Stack>
    </form>
  );
}

interface FieldProps {
  provider: Provider;
  rules: Rules;
  change: (part: Partial<Rules>) => void;
  isOff: boolean;
}

const RuleFields = ({ provider, rules, change, isOff }: FieldProps) => (
  <>
    <Switch
      label="Require single sign-on"
      description={
        provider.worked === null && !rules.required
          ? "Sign in with it once before you turn this on. Owners can still use their password."
          : "Only owners can still sign in with a password."
      }
      checked={rules.required}
      disabled={isOff || (provider.worked === null && !rules.required)}
      onChange={(event) => change({ required: event.currentTarget.checked })}
    />
    <Switch
      label="Allow sign-ins started at the identity provider"
      description="Users can sign in from the provider's app dashboard. When off, sign-ins must start at the sign-in address."
      checked={rules.unsolicited}
      disabled={isOff}
      onChange={(event) => change({ unsolicited: event.currentTarget.checked })}
    />
    <Switch
      label="Create new users"
      description="Creates a user at the first sign-in. When off, only existing and invited users can sign in."
      checked={rules.createUsers}
      disabled={isOff}
      onChange={(event) => change({ createUsers: event.currentTarget.checked })}
    />
    {rules.createUsers ? (
      <Stack gap={12}>
        <Title order={3}>Role and privileges of new users</Title>
        <RightsFields
          value={{ role: rules.defaultRole, privileges: rules.defaultPrivileges }}
          onChange={({ role, privileges }) =>
            change({ defaultRole: role as SignOnRole, defaultPrivileges: privileges })
          }
          offered={signOnRoles}
          disabled={isOff}
        />
      </Stack>
    ) : null}
  </>
);
