import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import type { ReactNode } from "react";

export interface Question {
  /** Names the thing: "Delete 3 templates?" */
  title: string;
  /** Says the consequence: "2 workflows use them and will stop running." */
  consequence: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  cancel?: string;
  /** False where nothing is lost. */
  destructive?: boolean;
}

/** Asks before something that cannot simply be undone; resolves to whether it was confirmed. */
export function confirm(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title: question.title,
      children:
        typeof question.consequence === "string" ? <Text size="sm">{question.consequence}</Text> : question.consequence,
      labels: { confirm: question.confirm, cancel: question.cancel ?? "Cancel" },
      confirmProps: question.destructive === false ? {} : { color: "red" },
      cancelProps: { "data-autofocus": true },
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
