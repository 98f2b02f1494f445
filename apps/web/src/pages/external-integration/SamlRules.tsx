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

/** Who comes in by single sign-on, and whether anybody comes in without it. */
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
  const change = (part: Partial<typeof rules>) => setRules((before) => ({ ...before, ...part }));
  const submit = async () => {
    const isSure =
      !rules.required ||
      saved.required ||
      (await confirm({
        title: "Let everybody sign in by single sign-on?",
        consequence:
          "Users other than owners reach nothing of this account with their password any more. Owners and API keys go on.",
        confirm: "Ask everybody",
        destructive: false,
      }));
    if (isSure) save.mutate();
  };
  const isOff = reason !== undefined;
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
        <Title order={2}>Who comes in</Title>
        <Switch
          label="Single sign-on for everybody"
          description={
            provider.worked === null && !rules.required
              ? "Sign in once by it first. Owners keep their password as the way back."
              : "Nobody but owners signs in with a password. Owners keep theirs as the way back."
          }
          checked={rules.required}
          disabled={isOff || (provider.worked === null && !rules.required)}
          onChange={(event) => change({ required: event.currentTarget.checked })}
        />
        <Switch
          label="Sign-ins that begin at the identity provider"
          description="From its page of applications. Off, only those that begin at the sign-in address are taken."
          checked={rules.unsolicited}
          disabled={isOff}
          onChange={(event) => change({ unsolicited: event.currentTarget.checked })}
        />
        <Switch
          label="Make new users"
          description="Whoever signs in for the first time becomes a user. Off, only members and invited people come in."
          checked={rules.createUsers}
          disabled={isOff}
          onChange={(event) => change({ createUsers: event.currentTarget.checked })}
        />
        {rules.createUsers ? (
          <Stack gap={12}>
            <Title order={3}>What new users may do</Title>
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
        <FormActions saving={save.isPending} reason={reason ?? (isDirty ? undefined : "Nothing is changed.")} />
      </Stack>
    </form>
  );
}
