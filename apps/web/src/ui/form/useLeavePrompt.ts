import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../dialog/confirm.tsx";

/** Asks before a page with unsaved changes is left, also when the tab is closed. `within`: where they are kept all the same. */
export function useLeavePrompt(
  isChanged: boolean,
  message = "Your changes have not been saved and will be lost.",
  title = "Leave without saving?",
  within: (pathname: string) => boolean = () => false,
): void {
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || within(next.pathname)) return false;
      return !(await confirm({ title, consequence: message, confirm: "Leave", cancel: "Stay" }));
    },
  });
}
