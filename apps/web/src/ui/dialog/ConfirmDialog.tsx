import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Question } from "./question.ts";

/** A question with its consequence. Cancel has the focus, so that Enter does not confirm. */
export function ConfirmDialog({ question, answer }: { question: Question; answer: (isSure: boolean) => void }) {
  const { title, consequence, confirm, cancel = "Cancel", destructive = true } = question;
  return (
    <Modal opened onClose={() => answer(false)} title={title} zIndex={300}>
      <Stack gap={16}>
        {typeof consequence === "string" ? <Text size="sm">{consequence}</Text> : consequence}
        <Group gap={8} justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => answer(false)}>
            {cancel}
          </Button>
          <Button {...(destructive ? { color: "red" } : {})} onClick={() => answer(true)}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
