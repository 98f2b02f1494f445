import { useBlocker } from "@tanstack/react-router";
import { confirm } from "../dialog/confirm.tsx";

/** Asks before leaving a page with unsaved changes or closing the tab. `within` tells which paths keep the changes. */
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
