import { TextInput, type TextInputProps } from "@mantine/core";

/** The six digits of an authenticator app. */
export const CodeInput = (props: TextInputProps) => (
  <TextInput
    label="Code"
    description="The six digits in your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={10}
    spellCheck={false}
    styles={{ input: { fontVariantNumeric: "tabular-nums", letterSpacing: "0.2em" } }}
    {...props}
  />
);

/** The six digits, or a recovery code. */
export const AnyCodeInput = (props: TextInputProps) => (
  <CodeInput
    description="Six digits from your authenticator app, or a recovery code"
    inputMode="text"
    maxLength={40}
    {...props}
  />
);
