import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Me } from "@trunkline/contract/identity/auth.ts";
import { useSession } from "./useSession.ts";

/** Blocks the page after the session switched to another account, until the user chooses one. */
export function AccountChanged({ here, now }: { here: Me["account"]; now: Me }) {
  const { switchBack, reload } = useSession();
  const isMine = now.accounts.some(({ accountSid }) => accountSid === here.accountSid);
  return (
    <Modal
      opened
      onClose={reload}
      title={`You are now in ${now.account.name}`}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack gap={16}>
        <Text size="sm">
          {isMine
            ? `You switched accounts in another tab. This page was opened in ${here.name}.`
            : `You no longer belong to ${here.name}, where this page was opened.`}
        </Text>
        <Group gap={8} justify="flex-end">
          {isMine ? (
            <Button variant="default" onClick={() => void switchBack(here.accountSid)}>
              Switch back to {here.name}
            </Button>
          ) : null}
          <Button onClick={reload}>Continue in {now.account.name}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
