import { Alert, Anchor, Button, Stack, Text, TextInput } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type FormEvent, useState } from "react";
import { rememberedSignOn } from "../../api/rememberedSignOn.ts";
import { accountNamed, signOnHref } from "./signOnHref.ts";

/** Single sign-on with the account that this browser used last, or with another one. */
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
        ? "Enter an account ID or a sign-in address"
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
              description="Or the sign-in address from your administrator"
              autoComplete="off"
              autoFocus
              spellCheck={false}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
              onBlur={() => setLeft(text !== "")}
              error={isLeft ? problem : undefined}
            />
            <Button type="submit" variant="default" fullWidth>
              Continue to the identity provider
            </Button>
          </Stack>
        </form>
      ) : (
        <Anchor component="button" type="button" size="sm" ta="center" onClick={() => setOpen(true)}>
          {remembered ? "Use single sign-on for another account" : "Sign in with single sign-on"}
        </Anchor>
      )}
    </Stack>
  );
}

const outcomes: Record<string, string> = {
  refused: "Single sign-on was refused. Your administrator can find the reason under Sign-in attempts.",
  off: "Single sign-on is not set up for this account.",
  over: "The sign-in timed out. Try again.",
  wait: "Too many attempts from your network. Wait a minute and try again.",
};

/** The outcome of a sign-in at the identity provider. */
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
