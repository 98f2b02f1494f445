import { Box, List, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import { isValidElement } from "react";
import { ApiFailure } from "../../api/call.ts";

/** How long the notice of a failed workflow creation stays (spec 2 §9). */
const creationFadeMs = 15_000;
const successFadeMs = 4_000;

/** The displayed message of a failure (spec 2 §8), or 'Undefined error'. */
export const messageOfFailure = (problem: unknown): string =>
  problem instanceof Error && problem.message !== "" ? problem.message : "Undefined error";

/** Every message of a failure, the first one first. */
export const messagesOfFailure = (problem: unknown): string[] =>
  problem instanceof ApiFailure && problem.errors.length > 0
    ? problem.errors.map(({ message }) => message)
    : [messageOfFailure(problem)];

/** "not_found - Webhook not found" where the server refused a deletion; undefined for one that failed on its way (spec 2 §8, callbacks). */
export const refusalOf = (problem: unknown): string | undefined => {
  if (!(problem instanceof ApiFailure) || problem.status >= 500) return undefined;
  const [first] = problem.errors;
  return first && `${first.code} - ${first.message}`;
};

/** Reports a success. Fades out. */
export function toastSuccess(title: string, message?: string): void {
  notifications.show({
    title,
    message: message ?? "",
    color: "green",
    icon: <IconCheck size={16} />,
    autoClose: successFadeMs,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}

/** Shows information. Fades out. */
export function toastInfo(title: string, message?: string): void {
  notifications.show({
    title,
    message: message ?? "",
    color: "blue",
    icon: <IconInfoCircle size={16} />,
    autoClose: successFadeMs,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}

/** Shows an error with the server's message until it is closed. With an `id` it is shown only once. */
export function toastError(title: string, problem: unknown, id?: string): void {
  notifications.show({
    ...(id !== undefined && { id }),
    title,
    message: typeof problem === "string" || isValidElement(problem) ? problem : messageOfFailure(problem),
    color: "red",
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}

/**
 * Says what failed where two texts of the specification name one deletion: the screen's own is the title, the shared
 * header of the calls stands before the server's words (readings, General rules). `note` comes first where several were deleted.
 */
export function toastDeletionError(title: string, header: string, problem: unknown, note?: string): void {
  toastError(
    title,
    <>
      {note !== undefined && <Text size="sm">{note}</Text>}
      <Text size="sm">{header}</Text>
      <Text size="sm">{messageOfFailure(problem)}</Text>
    </>,
  );
}

/** Lists every message of a failed workflow creation and fades after 15 seconds (spec 2 §8). */
export function toastCreationErrors(title: string, problem: unknown): void {
  notifications.show({
    title,
    message: (
      <>
        <List size="sm" spacing={4}>
          {messagesOfFailure(problem).map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
        <Text size="sm" mt={8}>
          Please correct the above errors and try again
        </Text>
      </>
    ),
    color: "red",
    icon: <IconAlertTriangle size={16} />,
    autoClose: creationFadeMs,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}

/** Closes a notice. */
export const closeToast = (id: string): void => {
  notifications.hide(id);
};

/** Shows a warning until it is closed, also by `closeToast(id)`. */
export function toastWarning(title: string, message: string, id?: string): void {
  notifications.show({
    ...(id !== undefined && { id }),
    title,
    message,
    color: "yellow",
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}

/** Shows several errors in one notice until it is closed, also by `closeToast(id)`. */
export function toastErrors(title: string, messages: readonly string[], id?: string): void {
  notifications.show({
    ...(id !== undefined && { id }),
    title,
    message: (
      <Box mah={280} style={{ overflowY: "auto" }} tabIndex={0}>
        <List size="sm" spacing={4}>
          {messages.map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      </Box>
    ),
    color: "red",
    icon: <IconAlertTriangle size={16} />,
    autoClose: false,
    closeButtonProps: { "aria-label": "Close notice" },
  });
}
