import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type FormEvent, useState } from "react";
import { rememberedSignOn } from "../../api/rememberedSignOn.ts";
import { accountNamed, signOnHref } from "./signOnHref.ts";

/** Under the password: on to the identity provider of the account that this browser was in last, or of one that is named. */
export function SignOn({ next }: { next: string }) {
  const [remembered] = useLocalStorage(rememberedSignOn);
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [isLeft, setLeft] = useState(false);
  const account = accountNamed(text);
  const problem =
    text.trim() === ""
      ? "Account ID is required"
      : account === null
        ? "This is no account ID and no sign-in address"
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(true);
    if (account !== null) window.location.assign(signOnHref(account, next));
  };
  return (
    <Stack gap={12} mt={16}>
      {remembered ? (
        <Button component="a" href={signOnHref(remembered.accountSid, next)} variant="default" fullWidth>
          Single sign-on to {remembered.name}
        </Button>
      ) : null}
      {isOpen ? (
        <form onSubmit={submit} noValidate aria-label="Single sign-on">
          <Stack gap={12}>
            <TextInput
              label="Account ID"
              description="Or the sign-in address that your administrator gave you"
              autoComplete="off"
              autoFocus
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onBlur={() => setLeft(text !== "")}
              error={isLeft ? problem : undefined}
            />
            <Button type="submit" variant="default" fullWidth>
              Go to the identity provider
            </Button>
          </Stack>
        </form>
      ) : (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setOpen(true)}>
          {remembered ? "Single sign-on to another account" : "Sign in by single sign-on"}
        </Anchor>
      )}
    </Stack>
  );
}

const outcomes: Record<string, string> = {
  refused: "Single sign-on did not let you in. Your administrator finds the reason in the log of attempts.",
  off: "This account has no single sign-on.",
  over: "The sign-in was not taken up in time: begin it again.",
  wait: "Too many attempts from your network: wait a minute, then try again.",
};

/** What became of a sign-in at the identity provider. */
export function SignOnOutcome({ outcome, attempt }: { outcome: string | undefined; attempt: string | undefined }) {
  const words = outcome === undefined ? undefined : ownValue(outcomes, outcome);
  if (words === undefined) return null;
  const id = accountNamed(attempt ?? "");
  return (
    <Alert color="red" role="alert" mb={16}>
      {words}
      {id === null ? null : (
        <Text size="xs" mt={4}>
          Attempt {id}
        </Text>
      )}
    </Alert>
  );
}
