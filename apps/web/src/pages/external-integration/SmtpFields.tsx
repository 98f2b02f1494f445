import { Group, Select, TextInput } from "@mantine/core";
import { type SmtpSettings, smtpSettings } from "@trunkline/contract/integrations/external.ts";
import { WholeNumberInput } from "../../ui/form/WholeNumberInput.tsx";

/** What is typed about a mail server. The port may be empty. */
export type SmtpDraft = Omit<SmtpSettings, "port"> & { port: number | "" };

export const newSmtp: SmtpDraft = { host: "", port: 587, tls: "starttls", user: "", sender: "", bounceAddress: "" };

const tlsPorts = { starttls: 587, implicit: 465 } as const;

/** The problems of a mail server's settings by field. */
export function smtpProblems(draft: SmtpDraft): Readonly<Partial<Record<keyof SmtpSettings, string>>> {
  const read = smtpSettings.safeParse(draft);
  return read.success
    ? {}
    : Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message]));
}

interface Props {
  draft: SmtpDraft;
  onChange: (draft: SmtpDraft) => void;
  /** Problems are shown after an attempt to save, or when the field was left. */
  shown: ReadonlySet<string>;
  leave: (field: string) => void;
  disabled: boolean;
}

/** Host, TLS, login and sender of an account's mail server. */
export function SmtpFields({ draft, onChange, shown, leave, disabled }: Props) {
  const problems = smtpProblems(draft);
  const text = (name: "host" | "user" | "sender" | "bounceAddress") => ({
    value: draft[name],
    disabled,
    autoComplete: "off",
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [name]: event.currentTarget.value.trim() }),
    onBlur: () => leave(name),
    error: shown.has(name) ? problems[name] : undefined,
  });
  return (
    <>
      <Group align="flex-start" gap={16} wrap="wrap">
        <TextInput
          label="Host"
          placeholder="smtp.example.com"
          withAsterisk
          style={{ flex: "2 1 220px" }}
          {...text("host")}
        />
        <Select
          label="TLS"
          style={{ flex: "1 1 160px" }}
          allowDeselect={false}
          disabled={disabled}
          data={[
            { value: "starttls", label: "STARTTLS" },
            { value: "implicit", label: "TLS from the start" },
          ]}
          value={draft.tls}
          onChange={(value) => {
            const tls = value === "implicit" ? "implicit" : "starttls";
            // another port stays
            const isUsual = draft.port === tlsPorts[draft.tls];
            onChange({ ...draft, tls, port: isUsual ? tlsPorts[tls] : draft.port });
          }}
        />
        <WholeNumberInput
          label="Port"
          withAsterisk
          style={{ flex: "1 1 100px" }}
          hideControls
          disabled={disabled}
          value={draft.port}
          onChange={(port) => onChange({ ...draft, port })}
          onBlur={() => leave("port")}
          error={shown.has("port") ? problems.port : undefined}
        />
      </Group>
      <TextInput label="User name" withAsterisk {...text("user")} />
      <TextInput
        label="Sender"
        description="An address that the server lets you send from. The connection test uses it."
        withAsterisk
        {...text("sender")}
      />
      <TextInput
        label="Bounce address"
        description="Receives delivery reports. Leave empty to send them to each e-mail's sender."
        {...text("bounceAddress")}
      />
    </>
  );
}
