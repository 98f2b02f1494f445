import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import type { Connection } from "@trunkline/contract/webhooks/callback.ts";
import { notAllowed } from "../../api/me.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { PairRows } from "./PairRows.tsx";
import { type PairRow, rowsFault } from "./pairRows.ts";
import { SigningSecret } from "./SigningSecret.tsx";
import { useDraftForm } from "./useDraftForm.ts";

/** The form of a connection. Masked values are sent back unchanged, which keeps their secrets. */
export interface ConnectionDraft {
  name: string;
  description: string;
  signingSecret: string;
  authHeaders: PairRow[];
  headers: PairRow[];
}

export const emptyConnection: ConnectionDraft = {
  name: "",
  description: "",
  signingSecret: "",
  authHeaders: [],
  headers: [],
};

/** A new secret as Standard Webhooks writes them. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

function faultsOf({ name, authHeaders, headers }: ConnectionDraft): Partial<Record<keyof ConnectionDraft, string>> {
  const [ofAuth, ofHeaders] = [rowsFault(authHeaders), rowsFault(headers)];
  return {
    ...(name.trim() === "" && { name: "Connection name cannot be empty" }),
    ...(ofAuth !== undefined && { authHeaders: ofAuth }),
    ...(ofHeaders !== undefined && { headers: ofHeaders }),
  };
}

/** The form of a connection (spec 2 §3.7, §4.6, §5.4). */
export function ConnectionForm({
  initial,
  connection,
  cancelTo,
  save,
}: {
  initial: ConnectionDraft;
  /** The saved connection. Its signing secret is changed separately from the form. */
  connection: Connection | undefined;
  cancelTo: string;
  save: (draft: ConnectionDraft) => Promise<boolean>;
}) {
  const { draft, set, shown, submit, mayEdit, isSaving } = useDraftForm(initial, faultsOf, save);
  return (
    <form onSubmit={submit} noValidate style={{ maxWidth: 720 }}>
      <Stack gap={16}>
        <TextInput
          label="Name"
          required
          maxLength={72}
          disabled={!mayEdit}
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={shown.name}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          disabled={!mayEdit}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <PairRows
          legend="Auth headers"
          help="Encrypted when you save, then shown as dots. With a header named Authorization, the authorization type is Token."
          row="auth header"
          rows={draft.authHeaders}
          error={shown.authHeaders}
          onChange={(authHeaders) => set({ authHeaders })}
          disabled={!mayEdit}
          secret
        />
        <PairRows
          legend="Headers"
          row="header"
          rows={draft.headers}
          error={shown.headers}
          onChange={(headers) => set({ headers })}
          disabled={!mayEdit}
        />
        {connection ? (
          <SigningSecret connection={connection} mayEdit={mayEdit} />
        ) : (
          <Group gap={8} align="flex-end" wrap="nowrap">
            <TextInput
              style={{ flex: 1 }}
              label="Signing secret"
              description="Signs every request with the Standard Webhooks headers webhook-id, webhook-timestamp and webhook-signature. Copy it now. It is not shown again after you save."
              autoComplete="off"
              maxLength={500}
              disabled={!mayEdit}
              value={draft.signingSecret}
              onChange={(event) => set({ signingSecret: event.currentTarget.value })}
            />
            {mayEdit ? (
              <Button variant="default" onClick={() => set({ signingSecret: newSecret() })}>
                Generate
              </Button>
            ) : null}
          </Group>
        )}
        <FormActions
          saving={isSaving}
          reason={mayEdit ? undefined : notAllowed}
          cancelTo={cancelTo}
          cancelSearch={{ tab: "connections" }}
        />
      </Stack>
    </form>
  );
}
