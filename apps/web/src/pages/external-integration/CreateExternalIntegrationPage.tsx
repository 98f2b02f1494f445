import { PasswordInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { samlRoutes } from "@trunkline/contract/identity/saml.ts";
import {
  type ExternalField,
  type ExternalProvider,
  externalFields,
  externalProviders,
  externalRoutes,
  forthFlag,
  readSmtpSettings,
} from "@trunkline/contract/integrations/external.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type FormEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { notAllowed, useMay, useMe } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { useLeavePrompt } from "../../ui/form/useLeavePrompt.ts";
import { Page } from "../../ui/page/Page.tsx";
import { messageOfFailure, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";

import { fileProblem, MetadataFile } from "./MetadataFile.tsx";
import { ownersAlone } from "./ownersAlone.ts";
import { ServiceProviderDetails } from "./ServiceProviderDetails.tsx";
import { SignOnGuide } from "./SignOnGuide.tsx";
import { newSmtp, type SmtpDraft, SmtpFields, smtpProblems } from "./SmtpFields.tsx";

/** The select's own spelling (spec 3 §2). */
const optionName = (provider: ExternalProvider): string =>
  provider === "sendgrid" ? "Sendgrid" : externalProviders[provider];

const helpOf: Partial<Record<`${ExternalProvider} ${string}`, string>> = {
  "hubspot api_key": "The access token of a private app with the marketing-email scope.",
  "mailgun domain": "Your sending domain, such as mg.example.com.",
  "mailgun api_key": "A sending key for that domain, or your account's API key.",
  "sendgrid api_key": "An API key with the mail.send scope.",
  "speech url":
    "Any address that speaks OpenAI's audio transcriptions, such as https://api.openai.com/v1. It transcribes voicemails.",
  "speech model": "Such as whisper-1.",
  "speech api_key": "Leave empty if the service needs none.",
};

/** Connects a provider. Its values are saved key by key, in the order of spec 3 §4. */
export function CreateExternalIntegrationPage() {
  const form = useExternalForm();
  const { flags, role } = useMe();
  const may = useMay()("account-config-update");
  const reason = !may ? notAllowed : form.provider === "saml" && role !== "owner" ? ownersAlone : undefined;
  const offered = (Object.keys(externalProviders) as ExternalProvider[]).filter(
    (provider) => provider !== "forth" || flags[forthFlag],
  );
  return (
    <Page
      title="New External Integration"
      purpose="Secrets are encrypted when you save and never shown again."
      crumbs={[{ label: "External Integrations", to: paths.externalIntegrations }]}
      shape="form"
    >
      <form onSubmit={form.submit} noValidate>
        <Stack gap={16}>
          <Select
            label="Provider"
            placeholder="Choose"
            withAsterisk
            allowDeselect={false}
            disabled={!may}
            data={offered.map((value) => ({ value, label: optionName(value) }))}
            value={form.provider}
            onChange={(provider) => form.choose(provider as ExternalProvider)}
            error={form.left.has("provider") && form.provider === null ? "Provider is required" : undefined}
          />
          {form.provider === "saml" ? <SamlFields form={form} isOff={!may} reason={reason} /> : null}
          {form.provider === "smtp" ? (
            <SmtpFields
              draft={form.smtp}
              onChange={form.writeSmtp}
              shown={form.left}
              leave={form.leave}
              disabled={!may}
            />
          ) : null}
          {form.inputs.map((field) => {
            const Input = field.secret ? PasswordInput : TextInput;
            const help = helpOf[`${form.provider ?? "hubspot"} ${field.key}`];
            return (
              <Input
                key={`${form.provider} ${field.key}`}
                label={field.label}
                description={help}
                withAsterisk={!field.optional}
                autoComplete="off"
                disabled={!may}
                value={form.values[field.key] ?? ""}
                onChange={(event) => form.write(field, event.currentTarget.value)}
                onBlur={() => form.leave(field.key)}
                error={form.left.has(field.key) ? form.problemOf(field) : undefined}
              />
            );
          })}
          <FormActions save="Create" saving={form.saving} reason={reason} cancelTo={paths.externalIntegrations} />
        </Stack>
      </form>
    </Page>
  );
}

/** The SAML fields: service provider details and the metadata file (spec 3 §2). */
function SamlFields({
  form,
  isOff,
  reason,
}: {
  form: ReturnType<typeof useExternalForm>;
  /** The user may not read the details. */
  isOff: boolean;
  reason: string | undefined;
}) {
  const saml = useQuery({ ...oneOf(samlRoutes.find), enabled: !isOff });
  const [field] = externalFields.saml;
  return (
    <>
      {isOff ? null : <ServiceProviderDetails saml={saml} />}
      {saml.data ? <SignOnGuide saml={saml.data} /> : null}
      {reason === ownersAlone ? <Text c="dimmed">{reason}</Text> : null}
      <MetadataFile
        file={form.file}
        onFile={(file) => void form.take(file)}
        error={form.left.has("metadata") && field ? form.problemOf(field) : undefined}
        disabled={reason !== undefined}
      />
    </>
  );
}

const providerOf = (name = ""): ExternalProvider | null =>
  Object.hasOwn(externalProviders, name) ? (name as ExternalProvider) : null;

function useExternalForm() {
  const [address] = useAddress();
  const [provider, setProvider] = useState<ExternalProvider | null>(() => providerOf(address["provider"]));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [file, setFile] = useState<File | null>(null);
  const [server, setServer] = useState<{ saved: SmtpDraft; draft: SmtpDraft }>({ saved: newSmtp, draft: newSmtp });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [state, setState] = useState<"editing" | "saving" | "saved">("editing");
  const configs = useQuery(listOf(externalRoutes.list, { query: { keys: "smtp" } }));
  const savedServer = configs.data?.find(({ key }) => key === "metadata")?.value ?? "";
  const refresh = useRefresh();
  const go = useGo();
  useLeavePrompt(
    state === "editing" && (Object.values(values).some((value) => value !== "") || server.draft !== server.saved),
  );
  const fields = provider === null ? [] : externalFields[provider];
  const problemOf = ({ key, missing, optional }: ExternalField) =>
    (key === "metadata" && provider === "saml" ? fileProblem(file, missing) : undefined) ??
    (key === "metadata" && provider === "smtp"
      ? Object.values(smtpProblems(server.draft))[0]
      : !optional && (values[key] ?? "").trim() === ""
        ? missing
        : undefined);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setLeft(new Set(["provider", ...fields.map(({ key }) => key), ...Object.keys(newSmtp)]));
    if (provider === null || fields.some(problemOf)) return;
    setState("saving");
    const isSaved = await saveValues(provider, {
      ...values,
      ...(provider === "smtp" && { metadata: JSON.stringify(server.draft) }),
    });
    setState(isSaved ? "saved" : "editing");
    await refresh("/v3/accounts", "/v4/saml");
    if (!isSaved) return;
    toastSuccess("Configuration saved successfully");
    setTimeout(() => go(paths.externalIntegrations));
  };
  return {
    provider,
    /** What is typed. */
    inputs: fields.filter(({ key }) => key !== "metadata"),
    values,
    file,
    smtp: server.draft,
    left,
    saving: state === "saving",
    problemOf,
    submit: (event: FormEvent) => void submit(event),
    choose: (next: ExternalProvider) => {
      // a saved mail server is changed, its password is typed again
      const saved = (next === "smtp" ? readSmtpSettings(savedServer) : undefined) ?? newSmtp;
      setProvider(next);
      setValues({});
      setServer({ saved, draft: saved });
      setFile(null);
      setLeft(new Set());
    },
    take: async (next: File | null) => {
      setFile(next);
      setLeft((before) => new Set([...before, "metadata"]));
      setValues({ metadata: next === null ? "" : await next.text() });
    },
    writeSmtp: (draft: SmtpDraft) => setServer((before) => ({ ...before, draft })),
    write: (field: ExternalField, value: string) => setValues((before) => ({ ...before, [field.key]: value })),
    leave: (key: string) => setLeft((before) => new Set([...before, key])),
  };
}

/** Saves the values of a provider one after the other (spec 3 §4). False, with a message, if one is refused. */
async function saveValues(provider: ExternalProvider, values: Readonly<Record<string, string>>): Promise<boolean> {
  for (const field of externalFields[provider]) {
    const value = (ownValue(values, field.key) ?? "").trim();
    if (field.optional && value === "") continue;
    const body = { provider, key: field.key, ...(field.secret ? { encryptedValue: value } : { value }) };
    try {
      await call(externalRoutes.save, { body });
    } catch (problem) {
      toastError(`Something went wrong ${messageOfFailure(problem)} ${field.key}`, "");
      return false;
    }
  }
  return true;
}
